// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.pretrade;

import io.bourse.engine.core.risk.Exposure;
import io.bourse.engine.core.risk.ExposureTable;
import io.bourse.engine.core.risk.InstrumentExposures;
import io.bourse.engine.core.risk.Register;
import io.bourse.engine.core.state.BrokerageFirm;
import io.bourse.engine.core.state.ClientRegisters;
import io.bourse.engine.core.state.Instrument;
import io.bourse.engine.core.state.KeyTable;
import io.bourse.engine.core.state.Login;
import io.bourse.engine.core.state.SettlementAccount;
import io.bourse.engine.core.state.SettlementAccounts;
import io.bourse.engine.protocol.RejectReason;

import java.util.List;

/**
 * Exposures of all levels, and how the levels hang together: accounts under brokerage firms under settlement accounts,
 * and logins beside them. An exposure is made with the first order that counts in it.
 * <p>
 * The position of a login is what it has traded since the first start, for whichever account.
 */
public final class Exposures
{
    private final ExposureTable clients = new ExposureTable();
    private final ExposureTable firms = new ExposureTable();
    private final ExposureTable settlements = new ExposureTable();
    private final ExposureTable logins = new ExposureTable();
    private final ClientRegisters clientRegisters = new ClientRegisters();
    private final SettlementAccounts settlementAccounts = new SettlementAccounts();

    /** Exposures of accounts, in order of their creation. */
    public ExposureTable clients()
    {
        return clients;
    }

    /** Exposures of logins, in order of their creation. */
    public ExposureTable logins()
    {
        return logins;
    }

    /** Exposures of brokerage firms, in order of their creation. */
    public ExposureTable firms()
    {
        return firms;
    }

    /** Exposures of settlement accounts, in order of their creation. */
    public ExposureTable settlements()
    {
        return settlements;
    }

    /** How many there are on all levels. */
    public long size()
    {
        return (long)clients.size() + firms.size() + settlements.size() + logins.size();
    }

    public ClientRegisters clientRegisters()
    {
        return clientRegisters;
    }

    public SettlementAccounts settlementAccounts()
    {
        return settlementAccounts;
    }

    /** Exposure of an account, or null. */
    public Exposure client(final int accountId, final Instrument instrument)
    {
        return instrument.exposures.clients.find(accountId);
    }

    /** Exposure of a firm, or null. */
    public Exposure firm(final BrokerageFirm firm, final Instrument instrument)
    {
        return instrument.exposures.firms.find(firm.firmId);
    }

    /** Exposure of the settlement account of a firm, or null when there is none or the firm has none. */
    public Exposure settlement(final BrokerageFirm firm, final Instrument instrument)
    {
        return KeyTable.MISSING == firm.settlementAccountId ?
            null : instrument.exposures.settlements.find(firm.settlementAccountId);
    }

    /**
     * Exposure of a login, or null.
     *
     * @param login whose it is.
     * @param client exposure of the account in the same instrument, or null.
     */
    public Exposure login(final Login login, final Instrument instrument, final Exposure client)
    {
        final Exposure latest = null == client ? null : client.latestLogin();
        return null != latest && latest.entityId() == login.loginId ?
            latest : instrument.exposures.logins.find(login.loginId);
    }

    /** Exposure of an account, made with those above it when there is none yet. */
    public Exposure clientOrAdd(final int accountId, final BrokerageFirm firm, final Instrument instrument)
    {
        final Exposure client = client(accountId, instrument);
        return null != client ? client : clients.add(
            instrument.exposures.clients,
            instrument.exposures,
            accountId,
            clientRegisters.getOrAdd(accountId),
            instrument.margin,
            firmOrAdd(firm, instrument));
    }

    /**
     * Exposure of a login, made when there is none yet, and remembered for the next order of the same account.
     *
     * @param login whose it is.
     * @param client exposure of the account in the same instrument.
     */
    Exposure loginOrAdd(final Login login, final Instrument instrument, final Exposure client)
    {
        Exposure exposure = login(login, instrument, client);
        if (null == exposure)
        {
            exposure = logins.add(
                instrument.exposures.logins, instrument.exposures, login.loginId, login.register, null, null);
        }
        client.latestLogin(exposure);
        return exposure;
    }

    /** Register of the settlement account of a firm, or null. */
    public Register settlementRegister(final BrokerageFirm firm)
    {
        final SettlementAccount account = settlementAccounts.of(firm);
        return null == account ? null : account.register;
    }

    /**
     * Puts a firm under a settlement account, with all it holds and has ordered. Looks at the exposures of all firms.
     *
     * @param firm to assign.
     * @param account its new settlement account.
     * @return null when it was done, otherwise why nothing has changed.
     */
    public RejectReason assign(final BrokerageFirm firm, final SettlementAccount account)
    {
        if (firm.settlementAccountId == account.settlementAccountId)
        {
            return null;
        }
        for (Exposure exposure = firms.first(); null != exposure; exposure = firms.next(exposure))
        {
            if (exposure.register() == firm.register && !canMove(exposure, account))
            {
                return RejectReason.QTY_OUT_OF_RANGE;
            }
        }
        final SettlementAccount former = settlementAccounts.of(firm);
        if (null != former)
        {
            former.register.moveOrders(-firm.register.activeOrders());
            former.register.countTraded(-firm.register.tradedUnits());
        }
        account.register.moveOrders(firm.register.activeOrders());
        account.register.countTraded(firm.register.tradedUnits());
        firm.settlementAccountId = account.settlementAccountId;
        for (Exposure exposure = firms.first(); null != exposure; exposure = firms.next(exposure))
        {
            if (exposure.register() == firm.register)
            {
                exposure.moveUnder(settlementOrAdd(account, exposure));
            }
        }
        return null;
    }

    /**
     * Counts all in range units anew: lots may be worth others than before. Takes time in proportion to all exposures.
     *
     * @param isNewSession whether nothing has traded any more.
     */
    public void countUnits(final boolean isNewSession)
    {
        for (final ExposureTable table : List.of(clients, firms, settlements))
        {
            table.countUnits(isNewSession);
        }
    }

    private boolean canMove(final Exposure firmExposure, final SettlementAccount account)
    {
        final Exposure from = firmExposure.parent();
        final Exposure to = firmExposure.instrument().settlements.find(account.settlementAccountId);
        return (null == from || from.fitsWithout(firmExposure)) && (null == to || to.fits(firmExposure));
    }

    private Exposure firmOrAdd(final BrokerageFirm firm, final Instrument instrument)
    {
        final Exposure exposure = firm(firm, instrument);
        if (null != exposure)
        {
            return exposure;
        }
        final Exposure added = firms.add(
            instrument.exposures.firms, instrument.exposures, firm.firmId, firm.register, instrument.margin, null);
        final SettlementAccount account = settlementAccounts.of(firm);
        if (null != account)
        {
            added.moveUnder(settlementOrAdd(account, added));
        }
        return added;
    }

    private Exposure settlementOrAdd(final SettlementAccount account, final Exposure firmExposure)
    {
        final InstrumentExposures instrument = firmExposure.instrument();
        final Exposure exposure = instrument.settlements.find(account.settlementAccountId);
        return null != exposure ? exposure : settlements.add(
            instrument.settlements,
            instrument,
            account.settlementAccountId,
            account.register,
            firmExposure.rates(),
            null);
    }
}
