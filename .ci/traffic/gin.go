// A server with Gin's default logger.
package main

import (
	"os"

	"github.com/gin-gonic/gin"
)

func main() {
	router := gin.New()
	router.Use(gin.Logger())
	router.NoRoute(func(context *gin.Context) { context.String(200, "ok") })
	router.Run("127.0.0.1:" + os.Args[1])
}
