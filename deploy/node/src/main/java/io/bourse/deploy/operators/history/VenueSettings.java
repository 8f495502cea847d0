// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.operators.history;

import io.bourse.deploy.operators.forms.Forms;
import io.bourse.engine.client.checkpoint.CheckpointState;
import io.bourse.engine.client.operator.PriceControlsSpec;
import io.bourse.engine.client.operator.TradingLimitsSpec;
import io.bourse.engine.protocol.AccountCode;
import io.bourse.engine.protocol.AccountDefinedDecoder;
import io.bourse.engine.protocol.BrokerageFirmDefinedDecoder;
import io.bourse.engine.protocol.CalendarSetDecoder;
import io.bourse.engine.protocol.CollateralSetDecoder;
import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.protocol.EventListener;
import io.bourse.engine.protocol.InstrumentDefinedDecoder;
import io.bourse.engine.protocol.LimitLevel;
import io.bourse.engine.protocol.LoginDefinedDecoder;
import io.bourse.engine.protocol.LoginProtocol;
import io.bourse.engine.protocol.LoginRightsSetDecoder;
import io.bourse.engine.protocol.MarginSetDecoder;
import io.bourse.engine.protocol.PriceControlsSetDecoder;
import io.bourse.engine.protocol.SelfTradePreventionSetDecoder;
import io.bourse.engine.protocol.SelfTradeScope;
import io.bourse.engine.protocol.SettlementAccountAssignedDecoder;
import io.bourse.engine.protocol.SettlementAccountDefinedDecoder;
import io.bourse.engine.protocol.TradingLimitsSetDecoder;
import org.agrona.collections.LongArrayList;

import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What operators have set, and the names that they may use, by the event stream: a command can say what it
 * changes, and refuse a name that is not there before anything is journalled.
 */
public sealed class VenueSettings implements EventListener permits CapacityUse
{
    private static final int MOST_NAMES = 20;
    private static final long NOT_SET = 0;
    private static final TradingLimitsSpec NO_LIMITS = new TradingLimitsSpec(0, 0, 0, 0, 0);

    /** Rights of a login; a negative grace never ends. */
    public record Rights(int rights, long disconnectGraceNs)
    {
        /** Those of a login that was given none. */
        public static final Rights NONE = new Rights(0, -1);
    }

    /** By number. */
    private final LongArrayList accounts = new LongArrayList();
    private final Set<String> firms = new TreeSet<>();
    private final Set<String> settlementAccounts = new TreeSet<>();
    private final Map<Integer, String> underlyings = new TreeMap<>();
    private final Map<Integer, String> symbols = new TreeMap<>();
    private final Map<Integer, String> logins = new TreeMap<>();
    private final Map<Integer, String> loginFirms = new TreeMap<>();
    private final Set<String> fixLogins = new TreeSet<>();
    private final Map<Integer, Rights> rights = new TreeMap<>();
    private final Map<String, TradingLimitsSpec> limits = new TreeMap<>();
    private final Map<String, String> collateral = new TreeMap<>();
    private final Map<Integer, PriceControlsSpec> controls = new TreeMap<>();
    private final Map<Integer, String> margins = new TreeMap<>();
    private final Map<String, String> selfTrades = new TreeMap<>();
    private final Map<String, String> assigned = new TreeMap<>();
    private final Map<String, Integer> calendars = new TreeMap<>();
    private long firstFrame;

    /** Whether the stream is there from its beginning: after a purge only the engine knows all names and settings. */
    public final boolean isWhole()
    {
        return firstFrame <= 1;
    }

    /**
     * Where a file of client registers begins: a load that failed is repeated with the same numbers.
     *
     * @param firstCode packed code of the first register of the file.
     * @return number of that register if it is there, else the next free one.
     */
    public final int firstAccountId(final long firstCode)
    {
        final int present = accounts.indexOf(firstCode);
        return present >= 0 ? present : accounts.size();
    }

    /** Number of client registers. */
    public final int accounts()
    {
        return accounts.size();
    }

    /** Number of instruments. */
    public final int instruments()
    {
        return underlyings.size();
    }

    /** Number of logins. */
    public final int logins()
    {
        return logins.size();
    }

    /** Symbol of an instrument. Throws unless the venue has it; its number when that is not known. */
    public final String symbol(final int instrumentId)
    {
        requireInstrument(instrumentId);
        return symbols.getOrDefault(instrumentId, Integer.toString(instrumentId));
    }

    /** Name of a login. Throws unless the venue has it; its number when that is not known. */
    public final String loginName(final int loginId)
    {
        requireLogin(loginId);
        return logins.getOrDefault(loginId, Integer.toString(loginId));
    }

    /** Whether a login speaks FIX. */
    public final boolean isFixLogin(final String name)
    {
        return fixLogins.contains(name);
    }

    /** Symbols of instruments by number. */
    public final Map<Integer, String> symbols()
    {
        return Collections.unmodifiableMap(symbols);
    }

    /** Names of logins by number. */
    public final Map<Integer, String> loginNames()
    {
        return Collections.unmodifiableMap(logins);
    }

    /** Throws unless the venue has this login. */
    public final void requireLogin(final int loginId)
    {
        require(logins.containsKey(loginId), "login", loginId, logins.keySet());
    }

    /** Throws unless the venue has this brokerage firm. */
    public final void requireFirm(final String firm)
    {
        require(firms.contains(firm), "firm", firm, firms);
    }

    /** Throws unless the venue has this client register. */
    public final void requireAccount(final String account)
    {
        require(accounts.containsLong(AccountCode.pack(account)), "client account", account, Set.of());
    }

    /** Throws unless the venue has this settlement account. */
    public final void requireSettlementAccount(final String code)
    {
        require(settlementAccounts.contains(code), "settlement account", code, settlementAccounts);
    }

    /** Throws unless the venue has this instrument. */
    public final void requireInstrument(final int instrumentId)
    {
        require(underlyings.containsKey(instrumentId), "instrument", instrumentId, underlyings.keySet());
    }

    /** Throws unless an instrument of the venue has this underlying. */
    public final void requireUnderlying(final String underlying)
    {
        final Set<String> known = new TreeSet<>(underlyings.values());
        require(known.contains(underlying), "underlying", underlying, known);
    }

    /** Throws unless the venue has this FIX login. */
    public final void requireFixLogin(final String name)
    {
        require(fixLogins.contains(name), "FIX login", name, fixLogins);
    }

    /** Throws unless the venue has this register of a level. */
    public final void requireRegister(final LimitLevel level, final String code)
    {
        switch (level)
        {
            case CLIENT -> requireAccount(code);
            case BROKERAGE_FIRM -> requireFirm(code);
            case SETTLEMENT_ACCOUNT -> requireSettlementAccount(code);
            case LOGIN -> requireLogin(Integer.parseInt(code));
            case NULL_VAL -> throw new IllegalStateException("a register has a level: code=" + code);
        }
    }

    /** The brokerage firm that a register is of, by its code; null of settlement accounts and of unknown logins. */
    public final String firmOf(final LimitLevel level, final String code)
    {
        return switch (level)
        {
            case CLIENT -> code.substring(0, AccountCode.BROKERAGE_FIRM_LENGTH);
            case BROKERAGE_FIRM -> code;
            case LOGIN -> loginFirms.get(Integer.parseInt(code));
            case SETTLEMENT_ACCOUNT, NULL_VAL -> null;
        };
    }

    private void require(final boolean isKnown, final String noun, final Object name, final Collection<?> known)
    {
        if (!isKnown && isWhole())
        {
            throw new IllegalStateException(unknown(noun, name, known));
        }
    }

    /** That a name is not there, with those that are, as far as they fit into a line. */
    public static String unknown(final String noun, final Object name, final Collection<?> known)
    {
        return "there is no such " + noun + ", nothing was done: " + noun.replace(' ', '-') + "=" + name +
            (known.isEmpty() || known.size() > MOST_NAMES ? "" : " known=" + known);
    }

    private static String register(final LimitLevel level, final String code)
    {
        return level + ":" + code;
    }

    /** Limits of a register, none when they are not set. */
    public final TradingLimitsSpec limits(final LimitLevel level, final String code)
    {
        return limits.getOrDefault(register(level, code), NO_LIMITS);
    }

    /** Rights of a login, none when they are not set. */
    public final Rights rights(final int loginId)
    {
        return rights.getOrDefault(loginId, Rights.NONE);
    }

    /** Price controls of an instrument, off when they are not set. */
    public final PriceControlsSpec controls(final int instrumentId)
    {
        return controls.getOrDefault(instrumentId, PriceControlsSpec.off(instrumentId));
    }

    /** Collateral of a register as text. */
    public final String collateral(final LimitLevel level, final String code)
    {
        return collateral.getOrDefault(register(level, code), "not set");
    }

    /** Margin of an instrument as text. */
    public final String margin(final int instrumentId)
    {
        return margins.getOrDefault(instrumentId, "not set");
    }

    /** Self-trade prevention of a firm as text. */
    public final String selfTrade(final String firm)
    {
        return selfTrades.getOrDefault(firm, "off");
    }

    /** Settlement account of a firm; null when it is under none. */
    public final String settlementAccount(final String firm)
    {
        return assigned.get(firm);
    }

    /** Entries of a calendar, 0 when there is none. */
    public final int calendarEntries(final String underlying)
    {
        return calendars.getOrDefault(underlying, 0);
    }

    @Override
    public void onGroupBegin(final EventGroup group)
    {
        if (NOT_SET == firstFrame)
        {
            firstFrame = group.frameSequence();
        }
    }

    @Override
    public void onAccountDefined(final EventGroup group, final AccountDefinedDecoder event)
    {
        while (accounts.size() <= event.accountId())
        {
            accounts.addLong(NOT_SET);
        }
        accounts.setLong(event.accountId(), event.accountCode());
    }

    @Override
    public void onBrokerageFirmDefined(final EventGroup group, final BrokerageFirmDefinedDecoder event)
    {
        firms.add(event.code());
    }

    @Override
    public void onLoginDefined(final EventGroup group, final LoginDefinedDecoder event)
    {
        logins.put(event.loginId(), event.name());
        loginFirms.put(event.loginId(), event.brokerageFirm());
        if (LoginProtocol.FIX == event.protocol())
        {
            fixLogins.add(event.name());
        }
    }

    @Override
    public void onInstrumentDefined(final EventGroup group, final InstrumentDefinedDecoder event)
    {
        underlyings.put(event.instrumentId(), event.underlying());
        symbols.put(event.instrumentId(), event.symbol());
    }

    @Override
    public void onSettlementAccountDefined(final EventGroup group, final SettlementAccountDefinedDecoder event)
    {
        settlementAccounts.add(event.code());
    }

    @Override
    public void onSettlementAccountAssigned(final EventGroup group, final SettlementAccountAssignedDecoder event)
    {
        assigned.put(event.brokerageFirm(), event.code());
    }

    @Override
    public void onLoginRightsSet(final EventGroup group, final LoginRightsSetDecoder event)
    {
        rights.put(event.loginId(), new Rights(event.rights(), event.disconnectGraceNs()));
    }

    @Override
    public void onTradingLimitsSet(final EventGroup group, final TradingLimitsSetDecoder event)
    {
        limits.put(register(event.level(), event.registerCode()), new TradingLimitsSpec(
            event.maxPositionLots(), event.maxOrderLots(), event.maxOrderNotionalKopecks(), event.maxActiveOrders(),
            event.maxOrdersPerSecond()));
    }

    @Override
    public void onCollateralSet(final EventGroup group, final CollateralSetDecoder event)
    {
        collateral.put(
            register(event.level(), event.registerCode()), Forms.roubles(event.collateralKopecks()));
    }

    @Override
    public void onMarginSet(final EventGroup group, final MarginSetDecoder event)
    {
        margins.put(event.instrumentId(), "long=" + Forms.roubles(event.longKopecks()) + " short=" +
            Forms.roubles(event.shortKopecks()));
    }

    @Override
    public void onSelfTradePreventionSet(final EventGroup group, final SelfTradePreventionSetDecoder event)
    {
        selfTrades.put(event.brokerageFirm(), SelfTradeScope.NONE == event.scope() ?
            "off" : "scope=" + event.scope() + " mode=" + event.mode());
    }

    @Override
    public void onPriceControlsSet(final EventGroup group, final PriceControlsSetDecoder event)
    {
        controls.put(event.instrumentId(), PriceControlsSpec.off(event.instrumentId())
            .withCollar(event.collarE5())
            .withProtection(event.protectionE5())
            .withPassiveDelay(event.passiveDelayNs())
            .withVolatility(event.dynamicRangeE5(), event.staticRangeE5(), event.volatilityAuctionNs(),
                event.volatilityRandomNs())
            .withLimitShifts(event.limitWatchNs(), event.limitWatchPct(), event.limitShiftPct(),
                event.maxLimitShifts()));
    }

    @Override
    public void onCalendarSet(final EventGroup group, final CalendarSetDecoder event)
    {
        calendars.put(event.underlying(), event.entries());
    }

    /**
     * All of it.
     *
     * @param state to write to, or to read from when nothing was read of the stream.
     */
    public void state(final CheckpointState state)
    {
        firstFrame = state.number(firstFrame);
        for (int i = 0, count = state.count(accounts.size()); i < count; i++)
        {
            final long code = state.number(state.isReading() ? 0 : accounts.getLong(i));
            if (state.isReading())
            {
                accounts.addLong(code);
            }
        }
        state.collection(firms, "", state::text);
        state.collection(settlementAccounts, "", state::text);
        state.map(underlyings, 0, state::number, "", state::text);
        state.map(symbols, 0, state::number, "", state::text);
        state.map(logins, 0, state::number, "", state::text);
        state.map(loginFirms, 0, state::number, "", state::text);
        state.collection(fixLogins, "", state::text);
        state.map(rights, 0, state::number, Rights.NONE, (of) ->
            new Rights(state.number(of.rights()), state.number(of.disconnectGraceNs())));
        state.map(limits, "", state::text, NO_LIMITS, (of) -> new TradingLimitsSpec(
            state.number(of.maxPositionLots()), state.number(of.maxOrderLots()),
            state.number(of.maxOrderNotionalKopecks()), state.number(of.maxActiveOrders()),
            state.number(of.maxOrdersPerSecond())));
        state.map(collateral, "", state::text, "", state::text);
        state.map(controls, 0, state::number, PriceControlsSpec.off(0), (of) -> new PriceControlsSpec(
            state.number(of.instrumentId()), state.number(of.collarE5()), state.number(of.protectionE5()),
            state.number(of.dynamicRangeE5()), state.number(of.staticRangeE5()),
            state.number(of.volatilityAuctionNs()), state.number(of.volatilityRandomNs()),
            state.number(of.limitWatchNs()), state.number(of.limitWatchPct()), state.number(of.limitShiftPct()),
            state.number(of.maxLimitShifts()), state.number(of.passiveDelayNs())));
        state.map(margins, 0, state::number, "", state::text);
        state.map(selfTrades, "", state::text, "", state::text);
        state.map(assigned, "", state::text, "", state::text);
        state.map(calendars, "", state::text, 0, state::number);
    }
}
