// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.reference;

import io.bourse.engine.core.snapshot.SnapshotPart;
import io.bourse.engine.core.snapshot.SnapshotRecord;
import io.bourse.engine.core.snapshot.SnapshotTable;
import io.bourse.engine.core.snapshot.SnapshotWriter;
import io.bourse.engine.core.state.BrokerageFirm;
import io.bourse.engine.core.state.KeyTable;
import io.bourse.engine.core.state.Login;
import io.bourse.engine.core.state.ReferenceData;
import io.bourse.engine.core.state.SettlementAccount;
import io.bourse.engine.core.state.SettlementAccounts;
import io.bourse.engine.protocol.LoginGateways;
import io.bourse.engine.protocol.LoginProtocol;
import io.bourse.engine.protocol.SelfTradeMode;
import io.bourse.engine.protocol.SelfTradeScope;
import io.bourse.engine.protocol.snapshot.BrokerageFirmsDecoder;
import io.bourse.engine.protocol.snapshot.BrokerageFirmsEncoder;
import io.bourse.engine.protocol.snapshot.ClearingFirmsDecoder;
import io.bourse.engine.protocol.snapshot.ClearingFirmsEncoder;
import io.bourse.engine.protocol.snapshot.LoginsDecoder;
import io.bourse.engine.protocol.snapshot.LoginsEncoder;
import io.bourse.engine.protocol.snapshot.SettlementAccountsDecoder;
import io.bourse.engine.protocol.snapshot.SettlementAccountsEncoder;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Settlement accounts, clearing firms, brokerage firms and logins in snapshots, with the switches that stand and the
 * grace times that run; their limits are the business of {@link RegisterSnapshot}.
 */
public final class MemberSnapshot implements SnapshotPart
{
    private static final int SETTLEMENT_ACCOUNTS = SnapshotWriter.entriesPerRecord(
        SettlementAccountsEncoder.BLOCK_LENGTH, SettlementAccountsEncoder.AccountsEncoder.sbeBlockLength());
    private static final int CLEARING_FIRMS = SnapshotWriter.entriesPerRecord(
        ClearingFirmsEncoder.BLOCK_LENGTH, ClearingFirmsEncoder.FirmsEncoder.sbeBlockLength());
    private static final int BROKERAGE_FIRMS = SnapshotWriter.entriesPerRecord(
        BrokerageFirmsEncoder.BLOCK_LENGTH, BrokerageFirmsEncoder.FirmsEncoder.sbeBlockLength());
    private static final int LOGINS = SnapshotWriter.entriesPerRecord(
        LoginsEncoder.BLOCK_LENGTH, LoginsEncoder.EntriesEncoder.sbeBlockLength());

    private final SettlementAccountsDecoder settlementAccountsDecoder = new SettlementAccountsDecoder();
    private final ClearingFirmsDecoder clearingFirmsDecoder = new ClearingFirmsDecoder();
    private final BrokerageFirmsDecoder brokerageFirmsDecoder = new BrokerageFirmsDecoder();
    private final LoginsDecoder loginsDecoder = new LoginsDecoder();
    private final ReferenceData referenceData;
    private final SettlementAccounts settlementAccounts;

    public MemberSnapshot(final ReferenceData referenceData, final SettlementAccounts settlementAccounts)
    {
        this.referenceData = referenceData;
        this.settlementAccounts = settlementAccounts;
    }

    @Override
    public void register(final SnapshotTable table)
    {
        table.add(SettlementAccountsDecoder.TEMPLATE_ID, this::readSettlementAccounts);
        table.add(ClearingFirmsDecoder.TEMPLATE_ID, this::readClearingFirms);
        table.add(BrokerageFirmsDecoder.TEMPLATE_ID, this::readBrokerageFirms);
        table.add(LoginsDecoder.TEMPLATE_ID, this::readLogins);
    }

    @Override
    public void writeTo(final SnapshotWriter writer)
    {
        writeSettlementAccounts(writer);
        writeClearingFirms(writer);
        writeBrokerageFirms(writer);
        writeLogins(writer);
    }

    private void writeSettlementAccounts(final SnapshotWriter writer)
    {
        final SettlementAccountsEncoder encoder = new SettlementAccountsEncoder();
        final int count = settlementAccounts.size();
        for (int first = 0; first < count; first += SETTLEMENT_ACCOUNTS)
        {
            final int end = Math.min(count, first + SETTLEMENT_ACCOUNTS);
            final SettlementAccountsEncoder.AccountsEncoder group = writer.begin(encoder).accountsCount(end - first);
            for (int i = first; i < end; i++)
            {
                group.next().putCode(settlementAccounts.get(i).code, 0);
            }
            writer.write(encoder.encodedLength());
        }
    }

    private void readSettlementAccounts(final SnapshotRecord record)
    {
        final UnsafeBuffer code = new UnsafeBuffer(new byte[SettlementAccount.CODE_LENGTH]);
        final SettlementAccountsDecoder.AccountsDecoder group = record.decode(settlementAccountsDecoder).accounts();
        while (group.hasNext())
        {
            group.next().getCode(code.byteArray(), 0);
            settlementAccounts.add(code, 0);
        }
    }

    private void writeClearingFirms(final SnapshotWriter writer)
    {
        final ClearingFirmsEncoder encoder = new ClearingFirmsEncoder();
        final KeyTable firms = referenceData.clearingFirms();
        for (int first = 0; first < firms.size(); first += CLEARING_FIRMS)
        {
            final int end = Math.min(firms.size(), first + CLEARING_FIRMS);
            final ClearingFirmsEncoder.FirmsEncoder group = writer.begin(encoder).firmsCount(end - first);
            for (int i = first; i < end; i++)
            {
                group.next().code(firms.keyAt(i));
            }
            writer.write(encoder.encodedLength());
        }
    }

    private void readClearingFirms(final SnapshotRecord record)
    {
        final ClearingFirmsDecoder.FirmsDecoder group = record.decode(clearingFirmsDecoder).firms();
        while (group.hasNext())
        {
            referenceData.clearingFirms().add(group.next().code());
        }
    }

    private void writeBrokerageFirms(final SnapshotWriter writer)
    {
        final BrokerageFirmsEncoder encoder = new BrokerageFirmsEncoder();
        final int count = referenceData.brokerageFirms().size();
        for (int first = 0; first < count; first += BROKERAGE_FIRMS)
        {
            final int end = Math.min(count, first + BROKERAGE_FIRMS);
            final BrokerageFirmsEncoder.FirmsEncoder group = writer.begin(encoder).firmsCount(end - first);
            for (int i = first; i < end; i++)
            {
                final BrokerageFirm firm = referenceData.firmAt(i);
                group.next()
                    .code(firm.code)
                    .settlementAccount(firm.settlementAccountId)
                    .selfTradeScope(firm.selfTradeScope.value())
                    .selfTradeMode(firm.selfTradeMode.value())
                    .isStopped(SnapshotWriter.flag(firm.isStopped))
                    .isStoppedByOperator(SnapshotWriter.flag(firm.isStoppedByOperator));
            }
            writer.write(encoder.encodedLength());
        }
    }

    private void readBrokerageFirms(final SnapshotRecord record)
    {
        final BrokerageFirmsDecoder.FirmsDecoder group = record.decode(brokerageFirmsDecoder).firms();
        while (group.hasNext())
        {
            final long code = group.next().code();
            referenceData.addFirm(code);
            final BrokerageFirm firm = referenceData.firm(code);
            firm.settlementAccountId = group.settlementAccount();
            firm.selfTradeScope = SelfTradeScope.get(group.selfTradeScope());
            firm.selfTradeMode = SelfTradeMode.get(group.selfTradeMode());
            firm.isStopped = 0 != group.isStopped();
            firm.isStoppedByOperator = 0 != group.isStoppedByOperator();
        }
    }

    private void writeLogins(final SnapshotWriter writer)
    {
        final LoginsEncoder encoder = new LoginsEncoder();
        final int count = referenceData.loginCount();
        for (int first = 0; first < count; first += LOGINS)
        {
            final int end = Math.min(count, first + LOGINS);
            final LoginsEncoder.EntriesEncoder group = writer.begin(encoder).entriesCount(end - first);
            for (int i = first; i < end; i++)
            {
                final Login login = referenceData.loginAt(i);
                group.next()
                    .disconnectGraceNs(login.disconnectGraceNs)
                    .disconnectDeadline(login.disconnectDeadlineId)
                    .cancelAtNs(login.cancelAtNs)
                    .loginId(login.loginId)
                    .firm(login.firm.firmId)
                    .rights(login.rights)
                    .protocol(login.protocol.value())
                    .isStopped(SnapshotWriter.flag(login.isStopped))
                    .isStoppedByOperator(SnapshotWriter.flag(login.isStoppedByOperator))
                    .isConnected(SnapshotWriter.flag(login.isConnected()))
                    .putName(login.name, 0)
                    .gateways(login.gateways);
            }
            writer.write(encoder.encodedLength());
        }
    }

    private void readLogins(final SnapshotRecord record)
    {
        final byte[] name = new byte[LoginsDecoder.EntriesDecoder.nameLength()];
        final LoginsDecoder.EntriesDecoder group = record.decode(loginsDecoder).entries();
        final boolean hasGateways = record.version() >= LoginsDecoder.EntriesDecoder.gatewaysSinceVersion();
        while (group.hasNext())
        {
            group.next().getName(name, 0);
            final Login login = new Login(
                group.loginId(), LoginProtocol.get(group.protocol()), name, referenceData.firmAt(group.firm()));
            login.disconnectGraceNs = group.disconnectGraceNs();
            login.disconnectDeadlineId = group.disconnectDeadline();
            login.cancelAtNs = group.cancelAtNs();
            login.rights = group.rights();
            login.isStopped = 0 != group.isStopped();
            login.isStoppedByOperator = 0 != group.isStoppedByOperator();
            login.gateways = hasGateways ? group.gateways() :
                0 == group.isConnected() ? LoginGateways.NONE : LoginGateways.UNKNOWN;
            referenceData.addLogin(login);
        }
    }
}
