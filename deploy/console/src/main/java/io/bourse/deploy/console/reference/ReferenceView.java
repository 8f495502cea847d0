// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.console.reference;

import io.bourse.deploy.console.stream.EventFields;
import io.bourse.deploy.console.stream.MessageJson;
import io.bourse.engine.client.checkpoint.CheckpointState;
import io.bourse.engine.protocol.AccountCode;
import io.bourse.engine.protocol.AccountDefinedDecoder;
import io.bourse.engine.protocol.BrokerageFirmDefinedDecoder;
import io.bourse.engine.protocol.CalendarSetDecoder;
import io.bourse.engine.protocol.ClearingFirmDefinedDecoder;
import io.bourse.engine.protocol.ContractDefinedDecoder;
import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.protocol.EventListener;
import io.bourse.engine.protocol.FeatureLevelSetDecoder;
import io.bourse.engine.protocol.InstrumentDefinedDecoder;
import io.bourse.engine.protocol.InstrumentExpiredDecoder;
import io.bourse.engine.protocol.KillAction;
import io.bourse.engine.protocol.KillSwitchMovedDecoder;
import io.bourse.engine.protocol.LegDefinedDecoder;
import io.bourse.engine.protocol.LoginDefinedDecoder;
import io.bourse.engine.protocol.LoginRights;
import io.bourse.engine.protocol.LoginRightsSetDecoder;
import io.bourse.engine.protocol.MarginSetDecoder;
import io.bourse.engine.protocol.MarketMakerProtectionSetDecoder;
import io.bourse.engine.protocol.OperatorAct;
import io.bourse.engine.protocol.OperatorDefinedDecoder;
import io.bourse.engine.protocol.OperatorFirmSetDecoder;
import io.bourse.engine.protocol.OperatorPolicySetDecoder;
import io.bourse.engine.protocol.PhaseChangedDecoder;
import io.bourse.engine.protocol.PriceControlsSetDecoder;
import io.bourse.engine.protocol.PriceLimitsShiftedDecoder;
import io.bourse.engine.protocol.SelfTradePreventionSetDecoder;
import io.bourse.engine.protocol.SettlementAccountAssignedDecoder;
import io.bourse.engine.protocol.SettlementAccountDefinedDecoder;
import io.bourse.engine.protocol.SettlementPublishedDecoder;
import io.bourse.engine.protocol.TradingDaysSetDecoder;
import io.bourse.engine.protocol.TradingLimitsSetDecoder;
import io.bourse.engine.protocol.VenueLimitsSetDecoder;
import org.agrona.collections.LongArrayList;
import org.agrona.sbe.MessageDecoderFlyweight;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * Reference data of the venue as events have made it. Rows are maps of what the API shows; no key and no secret is
 * among them. A nested map or list is replaced and never changed, so that a copy of a row is enough for a reader.
 */
public final class ReferenceView implements EventListener
{
    private static final int ROLES = 7;
    private static final List<String> ROLE_NAMES = List.of(
        "marketOperator", "riskOfficer", "clearingOperator", "approver", "auditor", "administrator",
        "memberRiskOfficer");

    private final EventFields fields = new EventFields();
    private final NavigableMap<String, Map<String, Object>> clearingFirms = new TreeMap<>();
    private final NavigableMap<String, Map<String, Object>> firms = new TreeMap<>();
    private final NavigableMap<String, Map<String, Object>> settlementAccounts = new TreeMap<>();
    private final NavigableMap<Integer, Map<String, Object>> instruments = new TreeMap<>();
    private final NavigableMap<Integer, Map<String, Object>> logins = new TreeMap<>();
    private final NavigableMap<String, Map<String, Object>> limits = new TreeMap<>();
    private final NavigableMap<String, Map<String, Object>> calendars = new TreeMap<>();
    private final NavigableMap<String, Map<String, Object>> tradingDays = new TreeMap<>();
    private final NavigableMap<Integer, Map<String, Object>> operators = new TreeMap<>();
    private final Map<String, Object> venue = new LinkedHashMap<>();
    private final List<Map<String, Object>> policy = new ArrayList<>();
    /** By account id, which are dense. */
    private final LongArrayList accountCodes = new LongArrayList();
    private final LongArrayList clientIds = new LongArrayList();

    NavigableMap<String, Map<String, Object>> clearingFirms()
    {
        return clearingFirms;
    }

    NavigableMap<String, Map<String, Object>> firms()
    {
        return firms;
    }

    NavigableMap<String, Map<String, Object>> settlementAccounts()
    {
        return settlementAccounts;
    }

    NavigableMap<Integer, Map<String, Object>> instruments()
    {
        return instruments;
    }

    NavigableMap<String, Map<String, Object>> limits()
    {
        return limits;
    }

    NavigableMap<String, Map<String, Object>> calendars()
    {
        return calendars;
    }

    NavigableMap<String, Map<String, Object>> tradingDays()
    {
        return tradingDays;
    }

    NavigableMap<Integer, Map<String, Object>> operators()
    {
        return operators;
    }

    /** Limits and feature level of the venue. */
    Map<String, Object> venue()
    {
        return new LinkedHashMap<>(venue);
    }

    /** What operators may do. */
    List<Map<String, Object>> policy()
    {
        return List.copyOf(policy);
    }

    int accountCount()
    {
        return accountCodes.size();
    }

    boolean isOfFirm(final int accountId, final String firm)
    {
        return firm.length() == AccountCode.BROKERAGE_FIRM_LENGTH &&
            AccountCode.packPrefix(firm) == AccountCode.brokerageFirm(accountCodes.getLong(accountId));
    }

    /** A client register. */
    Map<String, Object> account(final int accountId)
    {
        final String code = AccountCode.unpack(accountCodes.getLong(accountId));
        final Map<String, Object> account = new LinkedHashMap<>();
        account.put("accountId", accountId);
        account.put("account", code);
        account.put("brokerageFirm", code.substring(0, AccountCode.BROKERAGE_FIRM_LENGTH));
        account.put("clientId", Long.toString(clientIds.getLong(accountId)));
        return account;
    }

    /**
     * Logins.
     *
     * @return rows by login id; to be read where the views are.
     */
    public NavigableMap<Integer, Map<String, Object>> loginRows()
    {
        return logins;
    }

    /** Whether the venue has a brokerage firm; to be asked where the views are. */
    public boolean isFirm(final String code)
    {
        return firms.containsKey(code);
    }

    /** Logins of a brokerage firm; to be asked where the views are. */
    public Set<Integer> loginsOf(final String firm)
    {
        return logins.entrySet().stream().filter((login) -> firm.equals(login.getValue().get("brokerageFirm")))
            .map(Map.Entry::getKey).collect(Collectors.toSet());
    }

    /** Symbol of an instrument, null of one that is not known; to be asked where the views are. */
    public String symbol(final int instrumentId)
    {
        final Map<String, Object> instrument = instruments.get(instrumentId);
        return null == instrument ? null : (String)instrument.get("symbol");
    }

    @Override
    public void onClearingFirmDefined(final EventGroup group, final ClearingFirmDefinedDecoder event)
    {
        clearingFirms.put(event.code(), fields.of(event));
    }

    @Override
    public void onBrokerageFirmDefined(final EventGroup group, final BrokerageFirmDefinedDecoder event)
    {
        final Map<String, Object> firm = fields.of(event);
        firm.put("clearingFirm", event.code().substring(0, 2));
        firm.put("settlementAccount", null);
        firm.put("selfTradePrevention", null);
        firm.put("stopped", false);
        firms.put(event.code(), firm);
    }

    @Override
    public void onSettlementAccountDefined(final EventGroup group, final SettlementAccountDefinedDecoder event)
    {
        final Map<String, Object> account = fields.of(event);
        account.put("brokerageFirms", List.of());
        settlementAccounts.put(event.code(), account);
    }

    @Override
    public void onSettlementAccountAssigned(final EventGroup group, final SettlementAccountAssignedDecoder event)
    {
        final String firm = event.brokerageFirm();
        final String code = event.code();
        set(firms, firm, "settlementAccount", code);
        settlementAccounts.forEach((other, account) ->
        {
            final List<Object> members = new ArrayList<>((List<?>)account.get("brokerageFirms"));
            members.remove(firm);
            if (other.equals(code))
            {
                members.add(firm);
            }
            account.put("brokerageFirms", List.copyOf(members));
        });
    }

    @Override
    public void onSelfTradePreventionSet(final EventGroup group, final SelfTradePreventionSetDecoder event)
    {
        set(firms, event.brokerageFirm(), "selfTradePrevention",
            ordered(Map.of("scope", event.scope().name(), "mode", event.mode().name())));
    }

    @Override
    public void onAccountDefined(final EventGroup group, final AccountDefinedDecoder event)
    {
        if (event.accountId() == accountCodes.size())
        {
            accountCodes.addLong(event.accountCode());
            clientIds.addLong(event.clientId());
        }
    }

    @Override
    public void onLoginDefined(final EventGroup group, final LoginDefinedDecoder event)
    {
        final Map<String, Object> login = fields.of(event);
        login.put("rights", List.of());
        login.put("disconnectGraceNs", null);
        login.put("marketMakerProtections", Map.of());
        login.put("stopped", false);
        logins.put(event.loginId(), login);
    }

    @Override
    public void onLoginRightsSet(final EventGroup group, final LoginRightsSetDecoder event)
    {
        final List<String> rights = new ArrayList<>();
        addIf(rights, event.rights(), LoginRights.DONT_CHECK_LIMITS, "dontCheckLimits");
        addIf(rights, event.rights(), LoginRights.QUOTES, "quotes");
        addIf(rights, event.rights(), LoginRights.KILL_SWITCH, "killSwitch");
        set(logins, event.loginId(), "rights", List.copyOf(rights));
        set(logins, event.loginId(), "disconnectGraceNs",
            event.disconnectGraceNs() < 0 ? null : event.disconnectGraceNs());
    }

    private static void addIf(final List<String> names, final int bits, final int bit, final String name)
    {
        if (0 != (bits & bit))
        {
            names.add(name);
        }
    }

    @Override
    public void onMarketMakerProtectionSet(final EventGroup group, final MarketMakerProtectionSetDecoder event)
    {
        final Map<String, Object> login = logins.get(event.loginId());
        if (null != login)
        {
            final Map<String, Object> protection = fields.of(event);
            protection.remove("loginId");
            final Map<Object, Object> protections = new TreeMap<>((Map<?, ?>)login.get("marketMakerProtections"));
            protections.put(event.underlying(), protection);
            login.put("marketMakerProtections", protections);
        }
    }

    @Override
    public void onKillSwitchMoved(final EventGroup group, final KillSwitchMovedDecoder event)
    {
        final boolean isStopped = KillAction.STOP == event.action();
        if (0 == event.loginId())
        {
            set(firms, event.brokerageFirm(), "stopped", isStopped);
        }
        else
        {
            set(logins, event.loginId(), "stopped", isStopped);
        }
    }

    @Override
    public void onInstrumentDefined(final EventGroup group, final InstrumentDefinedDecoder event)
    {
        final Map<String, Object> instrument = fields.of(event);
        instrument.put("phase", "CONTINUOUS");
        instrument.put("legs", List.of());
        instrument.put("contract", null);
        instrument.put("priceControls", null);
        instrument.put("margin", null);
        instrument.put("limitShifts", 0);
        instrument.put("expired", false);
        instruments.put(event.instrumentId(), instrument);
    }

    /** As it is read from a checkpoint of another process, too: a map of the library has its own order in each. */
    private static Map<String, Object> ordered(final Map<String, Object> values)
    {
        return new TreeMap<>(values);
    }

    @Override
    public void onLegDefined(final EventGroup group, final LegDefinedDecoder event)
    {
        final Map<String, Object> instrument = instruments.get(event.instrumentId());
        if (null != instrument)
        {
            final List<Object> legs = new ArrayList<>((List<?>)instrument.get("legs"));
            legs.add(ordered(Map.of("instrumentId", event.legInstrumentId(), "ratio", event.ratio())));
            instrument.put("legs", List.copyOf(legs));
        }
    }

    @Override
    public void onContractDefined(final EventGroup group, final ContractDefinedDecoder event)
    {
        setPart(event.instrumentId(), "contract", event);
    }

    @Override
    public void onPriceControlsSet(final EventGroup group, final PriceControlsSetDecoder event)
    {
        setPart(event.instrumentId(), "priceControls", event);
    }

    @Override
    public void onMarginSet(final EventGroup group, final MarginSetDecoder event)
    {
        setPart(event.instrumentId(), "margin", event);
    }

    private void setPart(final int instrumentId, final String name, final MessageDecoderFlyweight event)
    {
        final Map<String, Object> part = fields.of(event);
        part.remove("instrumentId");
        set(instruments, instrumentId, name, part);
    }

    @Override
    public void onSettlementPublished(final EventGroup group, final SettlementPublishedDecoder event)
    {
        copy(event.instrumentId(), event, "settlementPrice", "tickValue", "lowLimit", "highLimit");
        set(instruments, event.instrumentId(), "limitShifts", 0);
    }

    @Override
    public void onPriceLimitsShifted(final EventGroup group, final PriceLimitsShiftedDecoder event)
    {
        copy(event.instrumentId(), event, "lowLimit", "highLimit");
        set(instruments, event.instrumentId(), "limitShifts", event.shifts());
    }

    private void copy(final int instrumentId, final MessageDecoderFlyweight event, final String... names)
    {
        final Map<String, Object> part = fields.of(event);
        for (final String name : names)
        {
            set(instruments, instrumentId, name, part.get(name));
        }
    }

    @Override
    public void onPhaseChanged(final EventGroup group, final PhaseChangedDecoder event)
    {
        set(instruments, event.instrumentId(), "phase", event.phase().name());
    }

    @Override
    public void onInstrumentExpired(final EventGroup group, final InstrumentExpiredDecoder event)
    {
        set(instruments, event.instrumentId(), "expired", true);
    }

    @Override
    public void onTradingLimitsSet(final EventGroup group, final TradingLimitsSetDecoder event)
    {
        limits.put(event.level() + ":" + event.registerCode(), fields.of(event));
    }

    @Override
    public void onVenueLimitsSet(final EventGroup group, final VenueLimitsSetDecoder event)
    {
        venue.put("limits", fields.of(event));
    }

    @Override
    public void onFeatureLevelSet(final EventGroup group, final FeatureLevelSetDecoder event)
    {
        venue.put("featureLevel", event.level());
    }

    /** The event counts the entries; the command has them. */
    @Override
    public void onCalendarSet(final EventGroup group, final CalendarSetDecoder event)
    {
        final Map<String, Object> calendar = fields.of(event);
        calendar.put("commandPosition", group.commandPosition());
        calendars.put(event.underlying(), calendar);
    }

    @Override
    public void onTradingDaysSet(final EventGroup group, final TradingDaysSetDecoder event)
    {
        final byte[] bits = new byte[TradingDaysSetDecoder.daysLength()];
        for (int i = 0; i < bits.length; i++)
        {
            bits[i] = (byte)event.days(i);
        }
        final int year = event.year();
        final Map<String, Object> days = new LinkedHashMap<>();
        days.put("market", event.market());
        days.put("year", year);
        days.put("days", BitSet.valueOf(bits).stream()
            .mapToObj((day) -> LocalDate.ofYearDay(year, day + 1).toString()).toList());
        tradingDays.put(event.market() + ":" + year, days);
    }

    @Override
    public void onOperatorDefined(final EventGroup group, final OperatorDefinedDecoder event)
    {
        final Map<String, Object> operator = fields.of(event);
        operator.remove("publicKey");
        operator.put("state", 0 == event.state() ? "REVOKED" : "ACTIVE");
        operator.put("brokerageFirm", null);
        operators.put(event.operatorId(), operator);
    }

    @Override
    public void onOperatorFirmSet(final EventGroup group, final OperatorFirmSetDecoder event)
    {
        set(operators, event.operatorId(), "brokerageFirm", event.brokerageFirm());
    }

    @Override
    public void onOperatorPolicySet(final EventGroup group, final OperatorPolicySetDecoder event)
    {
        policy.clear();
        final long approvals = event.approvals();
        for (final OperatorAct act : OperatorAct.values())
        {
            if (OperatorAct.NULL_VAL != act)
            {
                final List<String> roles = new ArrayList<>();
                for (int role = 0; role < ROLES; role++)
                {
                    addIf(roles, event.roles(act.value()), 1 << role, ROLE_NAMES.get(role));
                }
                policy.add(ordered(Map.of("act", act.name(), "roles", List.copyOf(roles),
                    "needsApproval", 0 != (approvals >>> act.value() & 1))));
            }
        }
    }

    private static <K> void set(
        final Map<K, Map<String, Object>> rows, final K key, final String name, final Object value)
    {
        final Map<String, Object> row = rows.get(key);
        if (null != row)
        {
            row.put(name, value);
        }
    }

    /**
     * All of it.
     *
     * @param state to write to, or to read from when nothing was read of the stream.
     */
    public void state(final CheckpointState state)
    {
        rows(state, clearingFirms, "", state::text);
        rows(state, firms, "", state::text);
        rows(state, settlementAccounts, "", state::text);
        rows(state, instruments, 0, state::number);
        rows(state, logins, 0, state::number);
        rows(state, limits, "", state::text);
        rows(state, calendars, "", state::text);
        rows(state, tradingDays, "", state::text);
        rows(state, operators, 0, state::number);
        final Map<String, Object> ofVenue = MessageJson.state(state, venue);
        if (state.isReading())
        {
            venue.putAll(ofVenue);
        }
        state.collection(policy, Map.of(), (row) -> MessageJson.state(state, row));
        for (int i = 0, count = state.count(accountCodes.size()); i < count; i++)
        {
            final long code = state.number(state.isReading() ? 0 : accountCodes.getLong(i));
            final long clientId = state.number(state.isReading() ? 0 : clientIds.getLong(i));
            if (state.isReading())
            {
                accountCodes.addLong(code);
                clientIds.addLong(clientId);
            }
        }
    }

    private static <K> void rows(
        final CheckpointState state, final Map<K, Map<String, Object>> rows, final K noKey, final UnaryOperator<K> key)
    {
        state.map(rows, noKey, key, Map.of(), (row) -> MessageJson.state(state, row));
    }
}
