// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix;

import io.bourse.engine.protocol.LoginProtocol;
import org.agrona.CloseHelper;

import java.io.IOException;
import java.nio.file.Path;

/**
 * A venue with a login for every test, so that none meets the numbers or the connection of another one. The scenarios
 * are those of the FIX session layer test cases (FIX 4.4, volume 2) for the side that accepts.
 */
final class ConformanceVenue implements AutoCloseable
{
    private static final int LOGINS = 120;
    private static final int FIRST_LOGIN = 100;

    private final Venue venue;
    private int used;

    ConformanceVenue(final Path directory)
    {
        venue = new Venue(directory);
        for (int i = 0; i < LOGINS; i++)
        {
            venue.operator.login(FIRST_LOGIN + i, LoginProtocol.FIX, name(i), "CF01");
        }
        venue.operator.state();
        venue.startGateway();
    }

    private static String name(final int login)
    {
        return "CONF" + login;
    }

    /** Body of an order that rests. */
    static String order(final String clOrdId)
    {
        return "|11=" + clOrdId + "|1=CF01ABC|55=CHEAP-12.26|54=1|60=" + FixFrame.time(0) + "|38=1|40=2|44=60|59=0";
    }

    /** Fields of a message that is sent again. */
    static String possDup()
    {
        return "|43=Y|122=" + FixFrame.time(-1);
    }

    /** A connection of a login that was never used. */
    FixWire connect() throws IOException
    {
        return new FixWire(venue.port(), nextName());
    }

    /** A session of a login that was never used. */
    FixWire logOn() throws IOException
    {
        final FixWire wire = connect();
        wire.logOn();
        return wire;
    }

    String nextName()
    {
        return name(used++);
    }

    Venue venue()
    {
        return venue;
    }

    /** Opens a session that went on before, when the gateway has noticed that it ended. */
    FixWire comeBack(final String name, final long nextOut, final long nextIn) throws IOException
    {
        final FixWire[] back = new FixWire[1];
        Venue.await(() ->
        {
            try
            {
                final FixWire wire = new FixWire(venue.port(), name, nextOut, nextIn);
                wire.send("A|98=0|108=30");
                final String answer = wire.receive();
                if (null == answer)
                {
                    wire.close();
                    return false;
                }
                back[0] = wire;
                return true;
            }
            catch (final IOException e)
            {
                return false;
            }
        }, "the session cannot be opened again: " + name);
        return back[0];
    }

    @Override
    public void close()
    {
        CloseHelper.close(venue);
    }
}
