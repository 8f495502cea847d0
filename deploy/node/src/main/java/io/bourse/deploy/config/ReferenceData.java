// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.config;

import io.bourse.engine.client.operator.ContractSpec;
import io.bourse.engine.client.operator.InstrumentSpec;
import io.bourse.engine.client.operator.LegSpec;
import io.bourse.engine.client.operator.TradingLimitsSpec;
import io.bourse.engine.client.operator.VenueLimitsSpec;
import io.bourse.engine.protocol.LimitLevel;
import io.bourse.engine.protocol.LoginProtocol;
import io.bourse.engine.protocol.TradingDays;
import io.bourse.marketdata.statistics.IndexSpec;
import io.bourse.marketdata.statistics.ObligationSpec;

import java.util.List;

/**
 * The reference tables of a venue, in the order in which they are entered as commands. Indices and obligations are not
 * entered: market data reads them.
 *
 * @param clearingFirms two characters each.
 * @param brokerageFirms four characters each.
 * @param accounts seven characters each; the index is the account id.
 * @param logins of clients.
 * @param instruments that are traded.
 * @param strategies legs of instruments of kind SPREAD; empty when the venue has none.
 * @param contracts what instruments promise; those without stay plain futures or spot to clearing.
 * @param tradingDays calendars of markets; empty when none are given.
 * @param limits of brokerage firms, accounts and logins, from the first order on; empty when there are none.
 * @param capacity how much the venue keeps in memory at most, entered first.
 * @param indices price indices; empty when the venue has none.
 * @param obligations what quote providers owe; empty when there are none.
 * @param elsewhere instruments of the venue's other partitions; empty when it has one partition.
 */
public record ReferenceData(
    List<String> clearingFirms,
    List<String> brokerageFirms,
    List<String> accounts,
    List<Login> logins,
    List<InstrumentSpec> instruments,
    List<Strategy> strategies,
    List<ContractSpec> contracts,
    List<TradingDays> tradingDays,
    List<Limits> limits,
    VenueLimitsSpec capacity,
    List<IndexSpec> indices,
    List<ObligationSpec> obligations,
    List<Elsewhere> elsewhere)
{
    /**
     * Legs of one strategy.
     *
     * @param instrumentId of the strategy.
     * @param legs in their order.
     */
    public record Strategy(int instrumentId, List<LegSpec> legs)
    {
    }

    /**
     * An instrument that another partition has.
     *
     * @param partition that has it.
     */
    public record Elsewhere(InstrumentSpec instrument, int partition)
    {
    }

    /**
     * Trading limits of one register.
     *
     * @param level of the register.
     * @param code of the firm or account, or login id in decimal.
     * @param limits 0 for those that are off.
     * @param market for which they are; empty for all that have no limits of their own for it.
     */
    public record Limits(LimitLevel level, String code, TradingLimitsSpec limits, String market)
    {
    }

    /**
     * One login.
     *
     * @param loginId from 1.
     * @param protocol it speaks.
     * @param name TWIME credentials or FIX SenderCompID.
     * @param brokerageFirm whose accounts it may use.
     */
    public record Login(int loginId, LoginProtocol protocol, String name, String brokerageFirm)
    {
    }

    /**
     * Logins of a protocol.
     *
     * @param protocol that they speak.
     * @return names.
     */
    public List<String> loginNames(final LoginProtocol protocol)
    {
        return logins.stream().filter(login -> protocol == login.protocol()).map(Login::name).toList();
    }
}
