// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.funds;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.clearing.InputCorruptException;
import io.bourse.clearing.PreconditionException;
import io.bourse.clearing.collateral.Asset;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;

/** The book of instructions: each once, in a chain, whatever happens to the process or the file. */
@Tag("venue")
class InstructionBookTest
{
    @TempDir
    private Path dir;
    private final AtomicLong clock = new AtomicLong(1_000);

    private InstructionBook book()
    {
        return new InstructionBook(dir, clock::incrementAndGet);
    }

    private static InstructionRequest request(final String client, final long amount, final String reference)
    {
        return new InstructionRequest(InstructionKind.PAY_IN, client, "", amount, reference, "tester");
    }

    private Path file()
    {
        return dir.resolve(InstructionBook.DIRECTORY).resolve(InstructionBook.FILE_NAME);
    }

    @Test
    void shouldTakeAnInstructionOnce() throws IOException
    {
        final Instruction first = book().append(request("AA01001", 5, "x"));
        final Instruction other = book().append(request("AA01002", 6, "x"));
        assertEquals(first, book().append(request("AA01001", 5, "x")));
        assertEquals(List.of(first, other), book().read());
        assertEquals(new BookHead(2, other.sha256()), book().head());
        assertEquals(book().head(), BookHead.parse(book().head().text()));
        assertThrows(PreconditionException.class, () -> book().append(request("AA01001", 6, "x")));
        assertEquals(List.of(other), book().between(new BookHead(1, first.sha256()), book().head()));
    }

    @Test
    void shouldTakeWhatManyGiveAtOnce() throws Exception
    {
        final List<Callable<Instruction>> tasks = new ArrayList<>();
        for (int i = 0; i < 40; i++)
        {
            final String reference = "r" + i % 20;
            tasks.add(() -> book().append(request("AA01001", 7, reference)));
        }
        try (ExecutorService threads = Executors.newFixedThreadPool(4))
        {
            for (final Future<Instruction> taken : threads.invokeAll(tasks))
            {
                assertTrue(taken.get().seq() <= 20);
            }
        }
        assertEquals(20, book().read().size());
    }

    @Test
    @Timeout(60)
    void shouldGiveEachLineItsNumberWhenTwoProcessesAppend() throws Exception
    {
        final Process other = new ProcessBuilder(List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp",
            System.getProperty("java.class.path"), Other.class.getName(), dir.toString()))
            .redirectError(ProcessBuilder.Redirect.INHERIT).start();
        try
        {
            assertEquals(Other.READY, other.getInputStream().read());
            other.getOutputStream().write('\n');
            other.getOutputStream().flush();
            final InstructionBook here = new InstructionBook(dir, InstructionBookTest::nowNs);
            final List<TakenBook> looks = new ArrayList<>();
            for (int i = 0; i < Other.LINES; i++)
            {
                here.append(request("AA01001", 7, "here" + i));
                looks.add(here.take());
            }
            assertEquals(0, other.waitFor());
            final List<Instruction> book = here.read();
            assertEquals(2 * Other.LINES, book.size());
            for (final TakenBook look : looks)
            {
                assertEquals(List.of(), book.stream()
                    .filter(line -> line.seq() > look.head().seq() && line.timeNs() < look.timeNs()).toList());
            }
        }
        finally
        {
            other.destroyForcibly();
        }
    }

    private static long nowNs()
    {
        return ChronoUnit.NANOS.between(Instant.EPOCH, Instant.now());
    }

    @Test
    void shouldForgetALineThatWasNeverFinished() throws IOException
    {
        final Instruction first = book().append(request("AA01001", 5, "x"));
        Files.writeString(file(), "{\"seq\":2,\"kind\":\"PAY", StandardOpenOption.APPEND);
        assertEquals(List.of(first), book().read());
        final Instruction second = book().append(request("AA01001", 6, "y"));
        assertEquals(List.of(first, second), book().read());
    }

    @Test
    void shouldNameTheLineThatWasChanged() throws IOException
    {
        book().append(request("AA01001", 5, "x"));
        final Instruction second = book().append(request("AA01001", 6, "y"));
        final String text = Files.readString(file());
        Files.writeString(file(), text.replace("\"amount\":6", "\"amount\":7"));
        assertTrue(assertThrows(InputCorruptException.class, book()::read).getMessage().contains("line=2 "));
        Files.writeString(file(), text.substring(text.indexOf('\n') + 1));
        assertTrue(assertThrows(InputCorruptException.class, book()::read).getMessage().contains("line=1 "));
        Files.writeString(file(), text.substring(0, text.indexOf('\n') + 1));
        assertThrows(InputCorruptException.class,
            () -> book().between(BookHead.NONE, new BookHead(2, second.sha256())));
    }

    @Test
    void shouldRefuseWhatIsNoInstruction()
    {
        for (final Runnable bad : List.<Runnable>of(
            () -> request("AA01", 5, "x"),
            () -> request("AA01001", 0, "x"),
            () -> request("AA01001", Asset.MAX_AMOUNT + 1, "x"),
            () -> request("\u0410\u041001001", 5, "x"),
            () -> request("AA 1001", 5, "x"),
            () -> request("AA01001", 5, ""),
            () -> new InstructionRequest(InstructionKind.PAY_IN, "AA01001", "USD", 5, "x", "tester"),
            () -> new InstructionRequest(InstructionKind.DEPOSIT, "AA01001", "", 5, "x", "tester")))
        {
            assertThrows(IllegalArgumentException.class, bad::run);
        }
    }

    /** Appends lines as soon as it is asked to. */
    public static final class Other
    {
        private static final int LINES = 60;
        private static final int READY = 'r';

        private Other()
        {
        }

        /** Appends. */
        public static void main(final String[] args) throws IOException
        {
            final InstructionBook book = new InstructionBook(Path.of(args[0]), InstructionBookTest::nowNs);
            System.out.write(READY);
            System.out.flush();
            System.in.read();
            for (int i = 0; i < LINES; i++)
            {
                book.append(request("BB01001", 7, "there" + i));
            }
        }
    }
}
