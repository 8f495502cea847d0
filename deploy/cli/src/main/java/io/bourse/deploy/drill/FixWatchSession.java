// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.drill;

import io.bourse.engine.protocol.LoginProtocol;
import io.bourse.gateway.fix.client.FixCancelReject;
import io.bourse.gateway.fix.client.FixClient;
import io.bourse.gateway.fix.client.FixClientListener;
import io.bourse.gateway.fix.client.FixExecution;
import quickfix.Message;

import java.net.InetSocketAddress;
import java.nio.file.Path;

/**
 * A FIX login that sends no orders and gets the drop copies of its firm: writes them down as the clients write down
 * what they receive.
 */
final class FixWatchSession implements AutoCloseable
{
    static final String NAME = "FIXDROP";
    /** Whose orders it watches: those of one FIX login and of no other. */
    static final String FIRM = "AA02";
    /** After those of the reference data. */
    static final int LOGIN_ID = 7;
    static final LoginProtocol PROTOCOL = LoginProtocol.FIX;

    private final ClientJournal journal;
    private final FixClient client;

    FixWatchSession(final InetSocketAddress address, final Path directory)
    {
        journal = ClientJournal.open(directory, NAME);
        final AnswerKeys keys = new AnswerKeys(journal, ClientJournal.read(directory, NAME));
        client = FixClient.connect(address.getHostString(), address.getPort(), NAME,
            directory.resolve(NAME + ".store"), new Listener(keys));
    }

    @Override
    public void close()
    {
        client.close();
        journal.close();
    }

    /** Runs on QuickFIX/J's thread. */
    private final class Listener implements FixClientListener
    {
        private final AnswerKeys keys;

        private Listener(final AnswerKeys keys)
        {
            this.keys = keys;
        }

        @Override
        public void onExecution(final FixExecution report)
        {
            final String text = FixDrillSession.text(report);
            if (!report.isCopy())
            {
                journal.write(ClientJournal.WRONG, report.execId(), "not marked as a copy: clOrdId=" +
                    report.clOrdId());
            }
            if (null == text)
            {
                journal.write(ClientJournal.REFUSED, report.clOrdId(), FixDrillSession.refusal(report));
            }
            else
            {
                keys.write(report.execId(), text, report.isPossDup());
            }
        }

        @Override
        public void onCancelReject(final FixCancelReject reject)
        {
            journal.write(ClientJournal.REFUSED, reject.clOrdId(), FixDrillSession.refusal(reject));
        }

        @Override
        public void onReject(final Message reject)
        {
            journal.write(ClientJournal.WRONG, "0", FixDrillSession.refusal(reject));
        }
    }
}
