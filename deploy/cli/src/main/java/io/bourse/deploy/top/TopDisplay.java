// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.top;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The alternate screen of a terminal, drawn over in place. Its close shows again what was there before.
 */
public final class TopDisplay implements AutoCloseable
{
    private static final String ESCAPE = "\u001b[";
    private static final String ENTER = ESCAPE + "?1049h" + ESCAPE + "?25l";
    private static final String LEAVE = ESCAPE + "?25h" + ESCAPE + "?1049l";
    private static final String HOME = ESCAPE + "H";
    private static final String CLEAR_LINE = ESCAPE + "K";
    private static final String CLEAR_BELOW = ESCAPE + "J";
    private static final long LIMIT_S = 2;

    private final PrintWriter out;

    /**
     * Takes the terminal.
     *
     * @param out terminal that knows the escape sequences of ECMA-48 and xterm.
     */
    public TopDisplay(final PrintWriter out)
    {
        this.out = out;
        out.print(ENTER);
    }

    /**
     * Draws.
     *
     * @param lines no more than the terminal has.
     */
    public void draw(final List<String> lines)
    {
        out.print(HOME + String.join(CLEAR_LINE + "\r\n", lines) + CLEAR_LINE + CLEAR_BELOW);
        out.flush();
    }

    /**
     * Lines of the terminal.
     *
     * @return number; that of the smallest terminal when the terminal does not say.
     */
    public static int rows()
    {
        try
        {
            final Process stty = new ProcessBuilder("stty", "size").redirectInput(new File("/dev/tty"))
                .redirectError(ProcessBuilder.Redirect.DISCARD).start();
            if (!stty.waitFor(LIMIT_S, TimeUnit.SECONDS))
            {
                stty.destroyForcibly();
                return TopScreen.ROWS;
            }
            final String size = new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip();
            return size.matches("[1-9][0-9]{0,3} [0-9]+") ?
                Integer.parseInt(size.substring(0, size.indexOf(' '))) : TopScreen.ROWS;
        }
        catch (final IOException ignored)
        {
            // There is no such program, or no terminal.
            return TopScreen.ROWS;
        }
        catch (final InterruptedException ex)
        {
            Thread.currentThread().interrupt();
            return TopScreen.ROWS;
        }
    }

    @Override
    public void close()
    {
        out.print(LEAVE);
        out.flush();
    }
}
