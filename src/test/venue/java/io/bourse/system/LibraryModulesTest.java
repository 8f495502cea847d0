// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.system;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.module.FindException;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReader;
import java.lang.module.ModuleReference;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * The libraries as a firm may use them: a program on the module path, which reads the modules and nothing else of
 * Bourse. It compiles, runs, and does not reach what the modules keep to themselves.
 */
@Tag("venue")
class LibraryModulesTest
{
    private static final long LIMIT_S = 90;
    private static final String OWN = "io.bourse.";
    private static final String PROGRAM = """
        package firm;

        import io.bourse.clearing.file.JsonText;
        import io.bourse.clearing.margin.GroupOffset;
        import io.bourse.clearing.model.VariationMargin;
        import io.bourse.clearing.price.InstrumentParameters;
        import io.bourse.engine.book.LimitOrderBook;
        import io.bourse.engine.client.operator.PriceControlsSpec;
        import io.bourse.engine.protocol.AccountCode;
        import io.bourse.engine.protocol.EngineSchema;
        import io.bourse.engine.protocol.NewOrderEncoder;
        import io.bourse.gateway.sbe.client.TwimeClient;
        import io.bourse.gateway.sbe.twime.EstablishEncoder;
        import io.bourse.gateway.sbe.wire.WireVersion;
        import io.bourse.marketdata.client.SimbaReceiver;
        import io.bourse.marketdata.client.fast.FastMessage;
        import io.bourse.marketdata.client.pitch.PitchReceiver;
        import io.bourse.marketdata.fast.FastMessages;
        import io.bourse.marketdata.fast.FastWriter;
        import org.agrona.concurrent.UnsafeBuffer;

        public final class Program
        {
            public static void main(final String[] args) throws Exception
            {
                System.out.println(Program.class.getModule().getName());
                System.out.println(EngineSchema.messageName(NewOrderEncoder.TEMPLATE_ID));
                System.out.println(AccountCode.pack("AA01000") == AccountCode.pack("AA01000"));
                final UnsafeBuffer buffer = new UnsafeBuffer(new byte[64]);
                final FastWriter writer = new FastWriter().wrap(buffer, 0);
                FastMessages.putHeartbeat(writer, 7, 20261121101112123L);
                final FastMessage message = new FastMessage();
                message.decode(buffer, 0, writer.position());
                System.out.println(message.msgSeqNum());
                System.out.println(VariationMargin.unit(50_000, 1_000));
                final InstrumentParameters given = InstrumentParameters.NONE.withFinalE5(5L);
                System.out.println(given.equals(JsonText.read(JsonText.bytes(given), InstrumentParameters.class)));
                System.out.println(PriceControlsSpec.off(3).instrumentId());
                for (final Class<?> type : new Class<?>[]{GroupOffset.class, LimitOrderBook.class, TwimeClient.class,
                    EstablishEncoder.class, WireVersion.class, SimbaReceiver.class, PitchReceiver.class})
                {
                    System.out.println(type.getModule().getName() + " " + type.getSimpleName());
                }
            }
        }
        """;
    /** Modules that firms and authors of tools read; what they need comes with them. */
    private static final Set<String> LIBRARIES = Set.of(
        "io.bourse.clearing.calculation",
        "io.bourse.engine.book",
        "io.bourse.engine.client",
        "io.bourse.engine.protocol",
        "io.bourse.gateway.sbe.client",
        "io.bourse.gateway.sbe.protocol",
        "io.bourse.marketdata.client",
        "io.bourse.marketdata.protocol");

    private static final Set<String> FOR_FIRMS = Set.of(
        "io.bourse.marketdata.client.fast",
        "io.bourse.marketdata.client.levels",
        "io.bourse.marketdata.client.pitch",
        "io.bourse.marketdata.simba.v9");
    private static final Pattern PACKAGE = Pattern.compile("^package ([\\w.]+);", Pattern.MULTILINE);
    private static final Pattern IMPORT =
        Pattern.compile("^import (?:static )?(io\\.bourse[a-z0-9_.]*)\\.[A-Z]", Pattern.MULTILINE);

    /** Modules of the class path, and where they are. */
    private static final Map<String, ModuleReference> MODULES = new TreeMap<>();

    @TempDir
    private Path dir;

    @BeforeAll
    static void findModules()
    {
        for (final String entry : System.getProperty("java.class.path").split(File.pathSeparator))
        {
            try
            {
                ModuleFinder.of(Path.of(entry)).findAll()
                    .forEach(module -> MODULES.putIfAbsent(module.descriptor().name(), module));
            }
            catch (final FindException ignore)
            {
                // Classes of tests, or a jar whose file name is no name of a module: no library needs it.
            }
        }
    }

    @Test
    void shouldServeAProgramOnTheModulePath() throws Exception
    {
        assertEquals("", compile(LIBRARIES, PROGRAM));
        final Path out = dir.resolve("out");
        final Process process = new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "--add-opens", "java.base/jdk.internal.misc=org.agrona",
            "--sun-misc-unsafe-memory-access=allow",
            "--module-path", modulePath() + File.pathSeparator + out,
            "--module", "firm/firm.Program")
            .redirectErrorStream(true).redirectOutput(dir.resolve("output").toFile()).start();
        try
        {
            assertTrue(process.waitFor(LIMIT_S, TimeUnit.SECONDS), "the program hangs");
        }
        finally
        {
            process.destroyForcibly();
        }
        assertEquals(List.of(
            "firm", "NewOrder", "true", "7", "1", "true", "3",
            "io.bourse.clearing.calculation GroupOffset",
            "io.bourse.engine.book LimitOrderBook",
            "io.bourse.gateway.sbe.client TwimeClient",
            "io.bourse.gateway.sbe.protocol EstablishEncoder",
            "io.bourse.gateway.sbe.protocol WireVersion",
            "io.bourse.marketdata.client SimbaReceiver",
            "io.bourse.marketdata.client PitchReceiver"), Files.readAllLines(dir.resolve("output")));
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "io.bourse.clearing.margin.house.HouseArrays",
        "io.bourse.clearing.margin.span.SpanArrays",
        "io.bourse.engine.protocol.snapshot.MessageHeaderEncoder"})
    void shouldKeepInternalPackagesToThemselves(final String type) throws IOException
    {
        final String packageName = type.substring(0, type.lastIndexOf('.'));
        final String program = "package firm;\n\nclass Program\n{\n    " + type + " kept;\n}\n";
        final String complaint = compile(LIBRARIES, program);
        assertTrue(complaint.contains("package " + packageName + " is declared in module ") &&
            complaint.contains(", which does not export it"), complaint);
    }

    /** The libraries need one another and the foundation, nothing of gateways, hosts or the matcher. */
    @Test
    void shouldNeedNoServerSide()
    {
        final Set<String> own = new TreeSet<>();
        for (final String name : needed())
        {
            if (name.startsWith(OWN))
            {
                own.add(name);
            }
        }
        final Set<String> expected = new TreeSet<>(LIBRARIES);
        expected.addAll(Set.of("io.bourse.engine.files", "io.bourse.engine.net", "io.bourse.engine.telemetry"));
        assertEquals(expected, own);
        assertEquals(own, MODULES.keySet().stream().filter(name -> name.startsWith(OWN))
            .collect(Collectors.toCollection(TreeSet::new)));
    }

    /** What others use is exported, and what is exported is used, or is for firms alone. */
    @Test
    void shouldExportWhatOthersUseAndNothingElse() throws IOException
    {
        final Map<String, String> moduleOf = new TreeMap<>();
        final Set<String> exported = new TreeSet<>();
        for (final String name : MODULES.keySet())
        {
            if (name.startsWith(OWN))
            {
                final ModuleDescriptor module = MODULES.get(name).descriptor();
                try (ModuleReader reader = MODULES.get(name).open())
                {
                    // Not packages(): a directory of resources is one too.
                    reader.list().filter(entry -> entry.endsWith(".class") && entry.indexOf('/') > 0)
                        .forEach(entry -> moduleOf.put(
                            entry.substring(0, entry.lastIndexOf('/')).replace('/', '.'), name));
                }
                module.exports().forEach(export -> exported.add(export.source()));
            }
        }
        final Set<String> used = usedByOthers(moduleOf);
        final Set<String> hidden = new TreeSet<>(used);
        hidden.removeAll(exported);
        exported.removeAll(used);
        assertEquals(Set.of("io.bourse.engine.protocol.snapshot"), hidden);
        assertEquals(FOR_FIRMS, exported);
    }

    /** Packages of libraries that main code of another module imports. */
    private static Set<String> usedByOthers(final Map<String, String> moduleOf) throws IOException
    {
        final Set<String> used = new TreeSet<>();
        for (final Path file : SourceTree.javaFiles())
        {
            if (file.toString().contains("/src/main/java/"))
            {
                final String text = Files.readString(file);
                final Matcher own = PACKAGE.matcher(text);
                final String module = own.find() ? moduleOf.getOrDefault(own.group(1), "") : "";
                IMPORT.matcher(text).results().map(found -> found.group(1))
                    .filter(name -> moduleOf.containsKey(name) && !module.equals(moduleOf.get(name)))
                    .forEach(used::add);
            }
        }
        assertTrue(used.size() > 20, used::toString);
        return used;
    }

    /** Compiles a program; empty if it does, else what the compiler says. */
    private String compile(final Set<String> required, final String program) throws IOException
    {
        final Path source = Files.createDirectories(dir.resolve("source"));
        final String requirements = new TreeSet<>(required).stream()
            .map(name -> "    requires " + name + ";\n").collect(Collectors.joining());
        final Path module = source.resolve("module-info.java");
        Files.writeString(module, "module firm\n{\n" + requirements + "}\n", StandardCharsets.US_ASCII);
        final Path main = Files.createDirectories(source.resolve("firm")).resolve("Program.java");
        Files.writeString(main, program, StandardCharsets.US_ASCII);
        final StringWriter text = new StringWriter();
        final PrintWriter out = new PrintWriter(text);
        final int exit = ToolProvider.findFirst("javac").orElseThrow().run(out, out,
            "-d", dir.resolve("out").toString(), "-proc:none", "--class-path", dir.toString(),
            "--module-path", modulePath(),
            module.toString(), main.toString());
        return 0 == exit ? "" : "exit=" + exit + " " + text;
    }

    private static String modulePath()
    {
        return needed().stream().map(MODULES::get).map(module -> Path.of(module.location().orElseThrow()).toString())
            .collect(Collectors.joining(File.pathSeparator));
    }

    /** Names of the libraries and of all that they require and the class path has. */
    private static Set<String> needed()
    {
        final Set<String> needed = new TreeSet<>();
        final List<String> open = new ArrayList<>(LIBRARIES);
        while (!open.isEmpty())
        {
            final String name = open.removeLast();
            final ModuleReference module = MODULES.get(name);
            if (null != module && needed.add(name))
            {
                requiredBy(module.descriptor()).forEach(open::add);
            }
        }
        assertTrue(needed.containsAll(LIBRARIES), () -> "missing on the class path: needed=" + needed);
        return needed;
    }

    private static Stream<String> requiredBy(final ModuleDescriptor module)
    {
        return module.requires().stream().map(ModuleDescriptor.Requires::name);
    }
}
