// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.session;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import quickfix.ApplicationAdapter;
import quickfix.ConfigError;
import quickfix.FieldNotFound;
import quickfix.Initiator;
import quickfix.MemoryStoreFactory;
import quickfix.Message;
import quickfix.Session;
import quickfix.SessionFactory;
import quickfix.SessionID;
import quickfix.SessionSettings;
import quickfix.SocketInitiator;
import quickfix.field.Headline;
import quickfix.fix44.MessageFactory;

/**
 * A foreign engine that lost its connection learns what it missed, by ResendRequest or by NextExpectedMsgSeqNum.
 */
@Tag("venue")
class InitiatorTest
{
    private static final int MISSED = 2_000;
    private static final SessionID SESSION = new SessionID("FIX.4.4", "BETA", "BOURSE");

    @TempDir
    private Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"Y", "N"})
    void shouldLearnWhatItMissedOnceAndInOrder(final String isNextExpectedUsed) throws IOException, ConfigError
    {
        final List<String> received = new CopyOnWriteArrayList<>();
        try (TransportRig rig = new TransportRig(directory).start())
        {
            final SocketInitiator initiator = new SocketInitiator(
                new Recorder(received),
                new MemoryStoreFactory(),
                settings(rig.port(), isNextExpectedUsed),
                new QuietLogFactory((sessionId) ->
                {
                }),
                new MessageFactory());
            initiator.start();
            try
            {
                TransportRig.await(() -> rig.seen.contains("+BETA"), "it does not log on");
                final List<String> expected = new ArrayList<>();
                for (int round = 0; round < 2; round++)
                {
                    final int logons = round + 2;
                    Session.lookupSession(SESSION).disconnect("as if the line were cut", false);
                    TransportRig.await(() -> rig.seen.contains("-BETA"), "the end is not reported");
                    final int begin = round * MISSED;
                    rig.run(() ->
                    {
                        for (int i = begin; i < begin + MISSED; i++)
                        {
                            rig.session("BETA").send(rig.text("missed" + i));
                            expected.add("missed" + i);
                            if (0 == i % 10)
                            {
                                rig.session("BETA").sendVolatile(rig.text("of no use later"));
                            }
                        }
                    });
                    TransportRig.await(() -> logons == rig.counters().get(FixCounter.LOGONS), "it does not come back");
                    TransportRig.await(() -> received.size() >= expected.size(), "something is missing");
                    assertEquals(expected, received);
                    rig.seen.remove("-BETA");
                }
                rig.run(() -> rig.session("BETA").send(rig.text("live")));
                TransportRig.await(() -> received.contains("live"), "nothing comes any more");
                assertEquals(expected.size() + 1, received.size());
            }
            finally
            {
                initiator.stop(true);
            }
        }
    }

    private static SessionSettings settings(final int port, final String isNextExpectedUsed)
    {
        final SessionSettings settings = new SessionSettings();
        settings.setString(SESSION, SessionFactory.SETTING_CONNECTION_TYPE, "initiator");
        settings.setString(SESSION, Session.SETTING_NON_STOP_SESSION, "Y");
        settings.setString(SESSION, Session.SETTING_USE_DATA_DICTIONARY, "N");
        settings.setString(SESSION, Session.SETTING_ENABLE_NEXT_EXPECTED_MSG_SEQ_NUM, isNextExpectedUsed);
        settings.setLong(SESSION, Session.SETTING_HEARTBTINT, 30);
        settings.setString(SESSION, Initiator.SETTING_SOCKET_CONNECT_HOST, "127.0.0.1");
        settings.setLong(SESSION, Initiator.SETTING_SOCKET_CONNECT_PORT, port);
        settings.setLong(Initiator.SETTING_RECONNECT_INTERVAL, 1);
        settings.setLong(SESSION, Initiator.SETTING_RECONNECT_INTERVAL, 1);
        return settings;
    }

    /** Writes down what comes. */
    private static final class Recorder extends ApplicationAdapter
    {
        private final List<String> received;

        Recorder(final List<String> received)
        {
            this.received = received;
        }

        @Override
        public void fromApp(final Message message, final SessionID sessionId) throws FieldNotFound
        {
            received.add(message.getString(Headline.FIELD));
        }
    }
}
