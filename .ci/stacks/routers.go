package main

import (
	"io"
	"net/http"

	"github.com/gin-gonic/gin"
	"github.com/labstack/echo"
)

// Gin and Echo, whose handlers have bound the parameters of a request to a value.
func init() {
	handlers["gin"] = func() http.Handler {
		gin.SetMode(gin.ReleaseMode)
		gin.DefaultWriter = io.Discard
		router := gin.New()
		router.Any("/", func(context *gin.Context) {
			values := map[string][]string{}
			// A failure is answered with the status 400.
			if context.Bind(&values) == nil {
				context.JSON(http.StatusOK, tree(values))
			}
		})
		return router
	}
	handlers["echo"] = func() http.Handler {
		router := echo.New()
		router.Any("/", func(context echo.Context) error {
			values := context.QueryParams()
			if context.Request().Method == "POST" {
				var err error
				if values, err = context.FormParams(); err != nil {
					return echo.NewHTTPError(http.StatusBadRequest)
				}
			}
			return context.JSON(http.StatusOK, tree(values))
		})
		return router
	}
}
