import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.logging.LogManager;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.startup.Tomcat;

/** The servers in Java for ask.py. */
class Answers {
    /** Returns the map that an object of the program stands for, or the object. */
    static UnaryOperator<Object> entries = value -> value;

    static Tomcat tomcat() throws IOException {
        LogManager.getLogManager().reset();
        Tomcat tomcat = new Tomcat();
        tomcat.setBaseDir(Files.createTempDirectory("stack").toString());
        tomcat.setPort(0);
        return tomcat;
    }

    static byte[] form(Object value) {
        StringBuilder text = new StringBuilder();
        write(value, text);
        return text.toString().getBytes(StandardCharsets.US_ASCII);
    }

    private static void write(Object object, StringBuilder text) {
        Object value = entries.apply(object);
        if (value instanceof Map) {
            text.append("[\"dictionary\"");
            ((Map<?, ?>) value).forEach((key, entry) -> {
                text.append(",[");
                write(key, text);
                text.append(',');
                write(entry, text);
                text.append(']');
            });
            text.append(']');
        } else if (value instanceof Collection || value instanceof Object[]) {
            text.append("[\"list\"");
            for (Object element : value instanceof Object[] ? Arrays.asList((Object[]) value) : (Collection<?>) value) {
                text.append(',');
                write(element, text);
            }
            text.append(']');
        } else if (value instanceof Number) {
            text.append("[\"number\",\"").append(value).append("\"]");
        } else if (value == null) {
            text.append("null");
        } else {
            text.append('"');
            for (char unit : value.toString().toCharArray()) {
                boolean isPlain = unit >= ' ' && unit <= '~' && unit != '"' && unit != '\\';
                text.append(isPlain ? String.valueOf(unit) : String.format("\\u%04x", (int) unit));
            }
            text.append('"');
        }
    }

    /** Starts a server, and writes its port. */
    static void serve(Tomcat tomcat) throws LifecycleException {
        tomcat.getConnector();
        tomcat.start();
        System.out.println(tomcat.getConnector().getLocalPort());
        tomcat.getServer().await();
    }
}
