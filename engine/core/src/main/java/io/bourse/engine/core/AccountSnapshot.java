// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import io.bourse.engine.core.snapshot.SnapshotPart;
import io.bourse.engine.core.snapshot.SnapshotRecord;
import io.bourse.engine.core.snapshot.SnapshotTable;
import io.bourse.engine.core.snapshot.SnapshotWriter;
import io.bourse.engine.core.state.KeyTable;
import io.bourse.engine.core.state.ReferenceData;
import io.bourse.engine.protocol.snapshot.AccountsDecoder;
import io.bourse.engine.protocol.snapshot.AccountsEncoder;
import org.agrona.concurrent.UnsafeBuffer;

import java.nio.ByteOrder;

/**
 * Accounts and the clients that they belong to in snapshots, hundreds to a record.
 */
final class AccountSnapshot implements SnapshotPart
{
    private static final int ACCOUNTS = SnapshotWriter.MAX_DATA_LENGTH / (2 * Long.BYTES);

    private final AccountsDecoder decoder = new AccountsDecoder();
    private final UnsafeBuffer codes = new UnsafeBuffer(new byte[0]);
    private final UnsafeBuffer clients = new UnsafeBuffer(new byte[0]);
    private final long[] keys = new long[ACCOUNTS];
    private final ReferenceData referenceData;

    AccountSnapshot(final ReferenceData referenceData)
    {
        this.referenceData = referenceData;
    }

    @Override
    public void register(final SnapshotTable table)
    {
        table.add(AccountsDecoder.TEMPLATE_ID, this::read);
    }

    @Override
    public void writeTo(final SnapshotWriter writer)
    {
        final AccountsEncoder encoder = new AccountsEncoder();
        final UnsafeBuffer codesOut = new UnsafeBuffer(new byte[ACCOUNTS * Long.BYTES]);
        final UnsafeBuffer clientsOut = new UnsafeBuffer(new byte[ACCOUNTS * Long.BYTES]);
        final KeyTable accounts = referenceData.accounts();
        for (int first = 0; first < accounts.size(); first += ACCOUNTS)
        {
            final int count = Math.min(ACCOUNTS, accounts.size() - first);
            long anyClient = 0;
            for (int i = 0; i < count; i++)
            {
                final long clientId = referenceData.definedClientId(first + i);
                anyClient |= clientId;
                codesOut.putLong(i * Long.BYTES, accounts.keyAt(first + i), ByteOrder.LITTLE_ENDIAN);
                clientsOut.putLong(i * Long.BYTES, clientId, ByteOrder.LITTLE_ENDIAN);
            }
            writer.begin(encoder)
                .firstAccount(first)
                .accounts(accounts.size())
                .putCodes(codesOut, 0, count * Long.BYTES)
                .putClients(clientsOut, 0, 0 == anyClient ? 0 : count * Long.BYTES);
            writer.write(encoder.encodedLength());
        }
    }

    private void read(final SnapshotRecord record)
    {
        record.decode(decoder);
        SnapshotCounts.check("accountsBefore", decoder.firstAccount(), referenceData.accounts().size());
        if (0 == decoder.firstAccount())
        {
            referenceData.accounts().reserve(decoder.accounts());
        }
        decoder.wrapCodes(codes);
        decoder.wrapClients(clients);
        final int count = codes.capacity() / Long.BYTES;
        for (int i = 0; i < count; i++)
        {
            keys[i] = codes.getLong(i * Long.BYTES, ByteOrder.LITTLE_ENDIAN);
        }
        referenceData.addAccounts(keys, count);
        for (int i = 0; i < clients.capacity() / Long.BYTES; i++)
        {
            final long clientId = clients.getLong(i * Long.BYTES, ByteOrder.LITTLE_ENDIAN);
            if (0 != clientId)
            {
                referenceData.setClientId(decoder.firstAccount() + i, clientId);
            }
        }
    }
}
