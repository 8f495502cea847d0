// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.bench;

import io.bourse.engine.client.operator.AccountOperator;
import io.bourse.engine.client.operator.AccountSpec;
import io.bourse.engine.client.operator.CollateralSpec;
import io.bourse.engine.client.operator.ContractOperator;
import io.bourse.engine.client.operator.InstrumentSpec;
import io.bourse.engine.client.operator.OperatorClient;
import io.bourse.engine.client.operator.PositionMove;
import io.bourse.engine.client.operator.RiskOperator;
import io.bourse.engine.protocol.InstrumentKind;
import io.bourse.engine.protocol.LimitLevel;
import io.bourse.engine.protocol.LoginProtocol;
import io.bourse.engine.protocol.MovementKind;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What the engine of a measurement knows: registers of firms, each firm under a settlement account of its own,
 * instruments, positions dealt over registers and instruments by their numbers, limits, and logins that order.
 *
 * @param operator of the engine.
 * @param volumes to be filled in.
 */
record EngineFilling(OperatorClient operator, EngineShare.Volumes volumes)
{
    /** Logins, and accounts of the first firm that they order for; those hold nothing. */
    static final int TRADERS = 20;
    static final long TICK_E5 = 100_000;
    static final long PRICE_E5 = 1_000 * TICK_E5;
    /** More than anything here needs. */
    static final long PLENTY_KOPECKS = 1_000_000_000_000_000_000L;

    private static final int RADIX = 36;
    private static final int CLIENTS_OF_FIRM = RADIX * RADIX * RADIX;
    private static final int LETTERS = 26;
    private static final int FIRMS_OF_MEMBER = 100;
    private static final int MOVES_AT_ONCE = 100_000;
    private static final long STRIDE = 7_919;

    /** Defines firms and registers; returns nanoseconds that the registers took. */
    long defineRegisters()
    {
        for (int firm = 0; firm < firms(); firm++)
        {
            if (0 == firm % FIRMS_OF_MEMBER)
            {
                operator.defineClearingFirm(member(firm));
            }
            operator.defineBrokerageFirm(firm(firm));
        }
        final long beginNs = System.nanoTime();
        final Iterator<AccountSpec> accounts =
            IntStream.range(0, volumes.registers()).mapToObj(id -> new AccountSpec(code(id), 0)).iterator();
        new AccountOperator(operator).load(accounts, 0, done ->
        {
        });
        return System.nanoTime() - beginNs;
    }

    /** Defines instruments, settlement accounts and logins. */
    void defineMarket(final int maturityDate)
    {
        for (int i = 1; i <= volumes.instruments(); i++)
        {
            operator.defineInstrument(new InstrumentSpec(i, "F" + i, InstrumentKind.FUTURE, "U" + i, "RUB", TICK_E5,
                TICK_E5, PRICE_E5 / 2, PRICE_E5 * 2, PRICE_E5, 0, 0, maturityDate));
        }
        final RiskOperator risk = new RiskOperator(operator);
        for (int firm = 0; firm < firms(); firm++)
        {
            risk.defineSettlementAccount(settlementAccount(firm));
            risk.assignSettlementAccount(firm(firm), settlementAccount(firm));
        }
        for (int trader = 0; trader < TRADERS; trader++)
        {
            operator.defineLogin(trader + 1, LoginProtocol.TWIME, "trader" + trader, firm(0));
        }
    }

    /** Deals the positions: pairs of registers, one long and one short. */
    void movePositions(final long runId)
    {
        final ContractOperator contracts = new ContractOperator(operator);
        final List<PositionMove> moves = new ArrayList<>(MOVES_AT_ONCE);
        long first = 0;
        for (long i = 0; i < volumes.positions(); i++)
        {
            final int holders = volumes.registers() - TRADERS;
            final long round = i / holders;
            moves.add(new PositionMove(
                TRADERS + (int)(i % holders),
                1 + (int)((i / 2 * STRIDE + round) % volumes.instruments()),
                0 == (i & 1) ? 1 + i / 2 % 9 : -1 - i / 2 % 9,
                MovementKind.PORTING));
            if (MOVES_AT_ONCE == moves.size() || i + 1 == volumes.positions())
            {
                contracts.movePositions(runId, first, moves);
                first += moves.size();
                moves.clear();
            }
        }
    }

    /** Sets the margin of every instrument; every number gives another one. */
    void setMargins(final int number)
    {
        final RiskOperator risk = new RiskOperator(operator);
        for (int i = 1; i <= volumes.instruments(); i++)
        {
            risk.setMargin(i, 100_000 + 100L * number + i, 110_000 + 100L * number + i);
        }
    }

    /**
     * Sets what all settlement accounts, the limited clients and the traders may use.
     *
     * @param withoutFunds of this many parts of the traders, the part that gets nothing, or below 0: none.
     * @param parts of the traders.
     * @return number of registers with a collateral.
     */
    long setCollaterals(final int withoutFunds, final int parts)
    {
        final Stream<CollateralSpec> settlements = IntStream.range(0, firms()).mapToObj(firm ->
            new CollateralSpec(LimitLevel.SETTLEMENT_ACCOUNT, settlementAccount(firm), PLENTY_KOPECKS));
        final Stream<CollateralSpec> traders = IntStream.range(0, TRADERS).mapToObj(trader ->
            new CollateralSpec(LimitLevel.CLIENT, code(trader), trader % parts == withoutFunds ? -1 : PLENTY_KOPECKS));
        final Stream<CollateralSpec> clients = IntStream.range(TRADERS, TRADERS + volumes.clientLimits()).mapToObj(id ->
            new CollateralSpec(LimitLevel.CLIENT, code(id), PLENTY_KOPECKS));
        return new RiskOperator(operator).setCollaterals(
            Stream.of(settlements, traders, clients).flatMap(each -> each).iterator());
    }

    private int firms()
    {
        return (volumes.registers() + CLIENTS_OF_FIRM - 1) / CLIENTS_OF_FIRM;
    }

    private static String member(final int firm)
    {
        final int member = firm / FIRMS_OF_MEMBER;
        return "" + (char)('A' + member / LETTERS) + (char)('A' + member % LETTERS);
    }

    private static String firm(final int firm)
    {
        return "%s%02d".formatted(member(firm), firm % FIRMS_OF_MEMBER);
    }

    private static String settlementAccount(final int firm)
    {
        return "SA" + firm(firm);
    }

    static String code(final int id)
    {
        final String client = Integer.toString(id % CLIENTS_OF_FIRM + CLIENTS_OF_FIRM, RADIX).toUpperCase(Locale.ROOT);
        return firm(id / CLIENTS_OF_FIRM) + client.substring(1);
    }
}
