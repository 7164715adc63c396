import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.servlet.http.HttpServletResponse;
import org.apache.catalina.Context;
import org.apache.catalina.startup.Tomcat;
import org.springframework.beans.MutablePropertyValues;
import org.springframework.format.support.DefaultFormattingConversionService;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.support.ConfigurableWebBindingInitializer;
import org.springframework.web.context.support.StaticWebApplicationContext;
import org.springframework.web.servlet.DispatcherServlet;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerAdapter;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/** Asks Spring MVC on Tomcat 9 for a bean that refers to itself. */
public class SpringStack {
    /** A bean with properties of each kind, by their letters. */
    public static class Bean {
        private final Map<String, Object> values = new LinkedHashMap<>();

        private void set(String name, Object value) {
            if (value == null) values.remove(name); else values.put(name, value);
        }

        public String getT() { return (String) values.get("t"); }
        public void setT(String t) { set("t", t); }
        public String getU() { return (String) values.get("u"); }
        public void setU(String u) { set("u", u); }
        public Integer getI() { return (Integer) values.get("i"); }
        public void setI(Integer i) { set("i", i); }
        public Bean getN() { return (Bean) values.get("n"); }
        public void setN(Bean n) { set("n", n); }
        @SuppressWarnings("unchecked")
        public List<Bean> getL() { return (List<Bean>) values.get("l"); }
        public void setL(List<Bean> l) { set("l", l); }
        @SuppressWarnings("unchecked")
        public List<String> getS() { return (List<String>) values.get("s"); }
        public void setS(List<String> s) { set("s", s); }
        @SuppressWarnings("unchecked")
        public List<List<String>> getR() { return (List<List<String>>) values.get("r"); }
        public void setR(List<List<String>> r) { set("r", r); }
        @SuppressWarnings("unchecked")
        public Map<String, Bean> getM() { return (Map<String, Bean>) values.get("m"); }
        public void setM(Map<String, Bean> m) { set("m", m); }
    }

    @Controller
    public static class Reader {
        @RequestMapping("/")
        public void read(
                @ModelAttribute Bean bean, @RequestParam(name = "q", required = false) List<String> list,
                HttpServletResponse response) throws IOException {
            if (list != null) bean.values.put("q", list);
            response.getOutputStream().write(Answers.form(bean));
        }
    }

    /** The entries of a bean, for the answer. */
    static Object entries(Object value) { return value instanceof Bean ? ((Bean) value).values : value; }

    public static void main(String[] arguments) throws Exception {
        Answers.entries = SpringStack::entries;
        StaticWebApplicationContext beans = new StaticWebApplicationContext();
        beans.registerSingleton("reader", Reader.class);
        beans.registerSingleton("mapping", RequestMappingHandlerMapping.class);
        ConfigurableWebBindingInitializer binding = new ConfigurableWebBindingInitializer();
        binding.setConversionService(new DefaultFormattingConversionService());
        MutablePropertyValues settings = new MutablePropertyValues();
        settings.add("webBindingInitializer", binding);
        beans.registerSingleton("adapter", RequestMappingHandlerAdapter.class, settings);

        Tomcat tomcat = Answers.tomcat();
        Context context = tomcat.addContext("", null);
        context.setRequestCharacterEncoding("UTF-8");
        Tomcat.addServlet(context, "stack", new DispatcherServlet(beans)).setLoadOnStartup(1);
        context.addServletMappingDecoded("/", "stack");
        Answers.serve(tomcat);
    }
}
