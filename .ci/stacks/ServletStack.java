import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.apache.catalina.startup.Tomcat;

/** Asks a servlet on Tomcat 10 for the parameters of requests. */
public class ServletStack extends HttpServlet {
    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.getOutputStream().write(Answers.form(request.getParameterMap()));
    }

    public static void main(String[] arguments) throws Exception {
        Tomcat tomcat = Answers.tomcat();
        var context = tomcat.addContext("", null);
        // As the file web.xml of Tomcat 10 does.
        context.setRequestCharacterEncoding("UTF-8");
        Tomcat.addServlet(context, "stack", new ServletStack());
        context.addServletMappingDecoded("/", "stack");
        Answers.serve(tomcat);
    }
}
