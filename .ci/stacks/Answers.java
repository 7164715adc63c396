import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.logging.LogManager;

/** The requests and the answers of the programs in Java. See install for the form of lines in and out. */
class Answers {
    /** Returns the map that an object of the program stands for, or the object. */
    static UnaryOperator<Object> entries = value -> value;

    static String folder() throws IOException {
        LogManager.getLogManager().reset();
        return Files.createTempDirectory("stack").toString();
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

    private static byte[] bytes(String digits) {
        byte[] bytes = new byte[digits.length() / 2];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) Integer.parseInt(digits.substring(2 * i, 2 * i + 2), 16);
        }
        return bytes;
    }

    private static String answer(int port, String kind, byte[] content, byte[] query) throws IOException {
        ByteArrayOutputStream sent = new ByteArrayOutputStream();
        boolean isQuery = kind.equals("query");
        sent.write((isQuery ? "GET /?" : "POST /?").getBytes());
        sent.write(isQuery ? content : query);
        String type = kind.equals("form") ? "x-www-form-urlencoded" : "json";
        String length = "Content-Type: application/" + type + "\r\nContent-Length: " + content.length + "\r\n";
        sent.write((" HTTP/1.0\r\nHost: localhost\r\n" + (isQuery ? "" : length) + "\r\n").getBytes());
        if (!isQuery) sent.write(content);
        try (Socket socket = new Socket("127.0.0.1", port)) {
            new Thread(() -> {
                try {
                    socket.getOutputStream().write(sent.toByteArray());
                } catch (IOException error) {
                    // The server may answer before it has read the whole request.
                }
            }).start();
            ByteArrayOutputStream received = new ByteArrayOutputStream();
            byte[] buffer = new byte[1 << 16];
            for (int count; (count = socket.getInputStream().read(buffer)) > 0;) received.write(buffer, 0, count);
            String answer = new String(received.toByteArray(), StandardCharsets.US_ASCII);
            String status = answer.substring(9, 12);
            if (!status.equals("200")) return "{\"status\":" + status + "}";
            return answer.substring(answer.indexOf("\r\n\r\n") + 4);
        }
    }

    static void serve(int port) throws IOException {
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in));
        for (String line; (line = lines.readLine()) != null;) {
            String[] parts = line.split(" ", -1);
            byte[] query = bytes(parts.length > 2 ? parts[2] : "");
            System.out.println(answer(port, parts[0], bytes(parts[1]), query));
        }
        System.out.flush();
        System.exit(0);
    }
}
