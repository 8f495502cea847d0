// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.operators.words;

import io.bourse.clearing.run.audit.RegisteredOperator;
import io.bourse.deploy.operators.VenuePolicy;
import io.bourse.deploy.operators.forms.Forms;
import io.bourse.deploy.schema.SbePrinter;
import io.bourse.deploy.schema.SbeSchemas;
import io.bourse.deploy.text.Times;
import io.bourse.engine.protocol.AccountCode;
import io.bourse.engine.protocol.LimitLevel;
import io.bourse.engine.protocol.LoginAction;
import io.bourse.engine.protocol.LoginRights;
import io.bourse.engine.protocol.MovementKind;
import io.bourse.engine.protocol.OperatorAct;
import io.bourse.engine.protocol.OperatorActs;
import io.bourse.engine.protocol.Phase;
import io.bourse.engine.protocol.SelfTradeMode;
import io.bourse.engine.protocol.SelfTradeScope;
import io.bourse.engine.protocol.TradingDates;
import org.agrona.DirectBuffer;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.LongFunction;

/**
 * A command of an operator as a sentence. Each field is said once: what a sentence leaves out, and is not 0 or empty,
 * stands at its end under its name in the schema. The header and seeds are not said.
 */
final class CommandWords
{
    private static final SbeSchemas SCHEMAS = SbeSchemas.engine();
    private static final List<String> WEEKDAYS = List.of("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun");
    private static final int DATE_MONTH = 100;
    private static final int DATE_YEAR = 10_000;
    private static final int FIRST_OF_JANUARY = 101;
    private static final int SATURDAY = 5;
    private static final int PERCENT_DIGITS = 6;

    private final Map<String, Object> left;
    private final VenueNames names;

    private CommandWords(final Map<String, Object> fields, final VenueNames names)
    {
        left = new LinkedHashMap<>(fields);
        this.names = names;
    }

    /**
     * Puts a command into words.
     *
     * @param buffer that holds it.
     * @param offset of its message header.
     * @param end of the command.
     * @param names of the venue.
     * @return sentence without its full stop.
     */
    static String of(final DirectBuffer buffer, final int offset, final int end, final VenueNames names)
    {
        final CommandWords words = new CommandWords(new SbePrinter(SCHEMAS).message(buffer, offset, end), names);
        final String name = (String)words.take(SbePrinter.MESSAGE);
        List.of("version", "header", "seed").forEach(words.left::remove);
        if (!"QuarantineCommand".equals(name))
        {
            // Of the printer; a quarantine has a field of that name.
            words.left.remove("templateId");
        }
        return words.sentence(name) + words.rest();
    }

    private String sentence(final String name)
    {
        return switch (name)
        {
            case "DefineClearingFirm" -> "Define the clearing firm " + text("code");
            case "DefineBrokerageFirm" -> "Define the brokerage firm " + text("code");
            case "DefineAccount" -> "Define the account " + account() + " with the number " + number("accountId") +
                " for " + client();
            case "DefineAccounts" -> "Define accounts with numbers from " + number("firstAccountId") + " on: " +
                entries("accounts", each -> each.account() + " for " + each.client());
            case "DefineLogin" -> "Define the " + value("protocol") + " login " + text("name") + " with the number " +
                number("loginId") + " for the firm " + text("brokerageFirm");
            case "DefineInstrument" -> instrumentDefined();
            case "DefineLegs" -> "Define a lot of " + instrument("instrumentId") + " as " + entries("legs", each ->
                lots(each.number("ratio"), "bought", "sold") + " of " + each.instrument("legInstrumentId"));
            case "DefineSettlementAccount" -> "Define the settlement account " + text("code");
            case "AssignSettlementAccount" -> "Put the firm " + text("brokerageFirm") +
                ", with all that it holds and has ordered, under the settlement account " + text("code");
            case "DefineContract" -> contractDefined();
            case "OpenSession" -> "Open the trading session " + number("sessionId") + " of " + date("tradingDate");
            case "MoveSessionDate" -> "Move the open session " + number("sessionId") + " from " + date("tradingDate") +
                " to " + date("newDate");
            case "SetTradingDays" -> tradingDays();
            case "ChangePhase" -> phaseChanged();
            case "SetCalendar" -> calendar();
            case "SetPriceControls" -> controls();
            case "SetSelfTradePrevention" -> selfTrade();
            case "SetLoginRights" -> rights();
            case "KillSwitch" -> killSwitch();
            case "ControlLogin" -> loginControlled();
            case "ActivateGateway" -> "Let the standby of the gateway number " + number("gatewayId") + " take over";
            case "MoveOut" -> "Take all instruments of the underlying " + quoted("underlying") + " out, to partition " +
                number("toPartition") + ", as move " + number("moveId");
            case "MoveOutTogether" -> "Take all instruments of the underlyings " +
                entries("underlyings", each -> each.quoted("underlying")) + " out, to partition " +
                number("toPartition") + ", as move " + number("moveId");
            case "BeginMove" -> "Let the " + number("records") + " records of the move " + number("moveId") +
                " come from partition " + number("fromPartition");
            case "EndMove" -> (isZero("isUndone") ? "End" : "Undo") + " the move " + number("moveId") +
                " with partition " + number("otherPartition") +
                (isZero("isUndone") ? ", of " + number("records") + " records" : "");
            case "PublishNews" -> "Publish news to " + receivers() + ", about " +
                (isZero("instrumentId") ? "the whole market" : instrument("instrumentId")) + ", with the headline " +
                quoted("headline") + (isEmpty("text") ? "" : " and the text " + quoted("text"));
            case "TakeSnapshot" -> "Take a snapshot";
            case "ReportState" -> "Report all live orders and positions under the number " + number("requestId");
            case "SetCollateral" -> "Set what " + register() + " may use for margin to " +
                roubles("collateralKopecks");
            case "SetMargin" -> "Set the margin of a lot of " + instrument("instrumentId") + " to " +
                roubles("longKopecks") + " long and " + roubles("shortKopecks") + " short";
            case "SetTradingLimits" -> "Set all limits of " + register() + ": " + tradingLimits();
            case "SetFirmLimits" -> "Set all limits that a firm itself has for " + register() + ": " + tradingLimits() +
                number("isBlocked", value ->
                    0 == value ? "" : 1 == value ? "; nothing may be ordered" : "; blocked " + value);
            case "CancelOrders" -> ordersCancelled();
            case "SetVenueLimits" -> "Set all limits of the venue: live orders " + limit("liveOrders") +
                ", live orders of a login " + limit("liveOrdersPerLogin") + ", accounts " + limit("accounts") +
                ", instruments " + limit("instruments") + ", logins " + limit("logins") + ", exposures " +
                limit("exposures");
            case "InstructExercise" -> exercise();
            case "SetFeatureLevel" -> "Raise the feature level of the venue to " + number("level") + ", for good";
            case "ConfirmTime" -> "Confirm that it is " + time("wallNs") + " and let order entry go on";
            case "BustTrade" -> "Break the trade " + number("tradeId") + " in " + instrument("instrumentId") +
                ", with the reason " + quoted("reason");
            case "CorrectTrade" -> "Put " + number("newQtyLots") + " lots at " + price("newPriceE5") +
                " in the place of the trade " + number("tradeId") + " in " + instrument("instrumentId") +
                ", with the reason " + quoted("reason");
            case "DefineOperator" -> "Define the operator " + text("name") + " with the number " +
                number("operatorId") + ", " + state() + ", as " + roles(" and ") +
                ", with the key of the fingerprint " + fingerprint();
            case "DefineMemberOfficer" -> "Define the risk officer " + text("name") + " of the firm " +
                text("brokerageFirm") + " with the number " + number("operatorId") + ", " + state() +
                ", with the key of the fingerprint " + fingerprint();
            case "SetOperatorPolicy" -> "Replace the whole policy of operators of the venue " + take("venueId") +
                "; all acts that are allowed: " + entries("rows", CommandWords::policyRow);
            default -> ofClearing(name);
        };
    }

    private String ofClearing(final String name)
    {
        return switch (name)
        {
            case "SuspendTrading" -> "Suspend trading for the " + value("kind") + " run " + number("runId");
            case "PublishSettlement" -> "Publish for the run " + number("runId") + " in " +
                instrument("instrumentId") + " the settlement price " + price("settlementPriceE5") +
                ", the value of a tick " + price("tickValueE5") + ", price limits " + price("lowLimitE5") + " to " +
                price("highLimitE5");
            case "CompleteClearing" -> "Complete the " + value("kind") + " run " + number("runId");
            case "ResumeTrading" -> "Resume trading after the run " + number("runId");
            case "MovePositions" -> "Move positions for the run " + number("runId") + ", from row " +
                number("firstRow") + " on: " + entries("rows", each -> each.number("lots") + " lots of " +
                each.instrument("instrumentId") + " to the account number " + each.number("accountId") + " by " +
                named(value -> MovementKind.get((short)value), each.number("kind")));
            case "ExpireInstrument" -> "End " + instrument("instrumentId") + " by the run " + number("runId") +
                " and close its positions";
            case "QuarantineCommand" -> "Pass over the command of kind " + number("templateId") +
                " at the journal position " + number("commandPosition") + " with the SHA-256 " + take("sha256") +
                ", asked for by " + quoted("requester") + " at " + time("requestedNs") + ", approved by " +
                quoted("approver") + " at " + time("approvedNs") + " under the signature " + take("signature") +
                ", with the reason " + quoted("reason");
            default -> "A command without words of its own: " + name;
        };
    }

    private String instrumentDefined()
    {
        return "Define the " + value("kind") + " " + text("symbol") + " with the number " + number("instrumentId") +
            " on " + text("underlying") + " in " + text("currency") + " until " + date("maturityDate") + ": tick " +
            price("priceTickE5") + " with the value " + price("tickValueE5") + ", price limits " +
            price("lowLimitE5") + " to " + price("highLimitE5") + ", settlement price " +
            price("settlementPriceE5") + ", fees of the exchange " + percent("exchangeFeePctE6") +
            " and of clearing " + percent("clearingFeePctE6");
    }

    private String contractDefined()
    {
        return "Define the contract of " + instrument("instrumentId") + ": " + value("style") + ", right " +
            value("right") + ", strike " + price("strikeE5") + ", settlement " + value("settlement") + ", units " +
            number("lotUnits") + ", expiry " + (isZero("expiryDate") ? "never" : date("expiryDate")) +
            (isZero("expiresIntraday") ? "" : ", by the first run of the day (" + number("expiresIntraday") + ")") +
            ", delivery after " + number("settlementDays") + " days" +
            (isZero("underlyingInstrumentId") ? "" : ", underlying " + instrument("underlyingInstrumentId")) +
            (isEmpty("asset") ? "" : ", asset " + text("asset"));
    }

    private String phaseChanged()
    {
        final String phase = phase("phase");
        final String change = (phase.equals(words(Phase.HALTED)) ? "Halt trading" :
            phase.equals(words(Phase.CONTINUOUS)) ? "Begin or resume continuous trading" :
            "Begin the phase " + phase) + " in " +
            (isZero("instrumentId") ? scope() : instrument("instrumentId"));
        if (isZero("durationNs"))
        {
            // Nothing follows by itself.
            left.remove("nextPhase");
            return change;
        }
        return change + " for " + duration("durationNs") +
            (isZero("randomEndNs") ? "" : " and up to " + duration("randomEndNs") + " more at random") +
            ", then begin the phase " + phase("nextPhase");
    }

    private String calendar()
    {
        final boolean isTaken = isEmpty("entries");
        return (isTaken ? "Take away the calendar of " : "Replace the calendar of ") + scope() + (isTaken ? "" : ": " +
            entries("entries", each -> each.phase("phase") + " from " + each.time("startNs") +
                (each.isZero("randomNs") ? "" : " or up to " + each.duration("randomNs") + " later at random")));
    }

    private String scope()
    {
        return isEmpty("underlying") ? "the whole market" : "all instruments on " + text("underlying");
    }

    private String controls()
    {
        return "Set all price controls of " + instrument("instrumentId") + ": collar " + distance("collarE5") +
            ", protection of market orders " + distance("protectionE5") + ", dynamic range " +
            distance("dynamicRangeE5") + ", static range " + distance("staticRangeE5") + ", volatility auction of " +
            durationOr("volatilityAuctionNs", "no fixed time") + " and up to " +
            durationOr("volatilityRandomNs", "nothing") + " more at random, delay of orders that would trade " +
            durationOr("passiveDelayNs", "off") + ", shifts of price limits " + (isZero("limitWatchNs") ? "off" :
            "by " + number("limitShiftPct") + " % when the last price is within " + number("limitWatchPct") +
            " % of one for " + duration("limitWatchNs") + ", at most " + number("maxLimitShifts") + " in a session");
    }

    private String selfTrade()
    {
        final long scope = number("scope");
        final String firm = text("brokerageFirm");
        if (SelfTradeScope.NONE.value() == scope)
        {
            left.remove("mode");
            return "Let orders of the firm " + firm + " trade with each other";
        }
        return "Prevent orders of the firm " + firm + " of the same " +
            named(value -> SelfTradeScope.get((short)value), scope) + " from trading with each other: " +
            named(value -> SelfTradeMode.get((short)value), number("mode"));
    }

    private String rights()
    {
        final long rights = number("rights");
        final List<String> granted = new ArrayList<>();
        add(granted, rights, LoginRights.QUOTES, "mass quotes");
        add(granted, rights, LoginRights.KILL_SWITCH, "kill switch of its firm");
        add(granted, rights, LoginRights.DONT_CHECK_LIMITS, "orders that are not checked against limits");
        final long others =
            rights & ~(LoginRights.QUOTES | LoginRights.KILL_SWITCH | LoginRights.DONT_CHECK_LIMITS);
        add(granted, others, (int)others, "bits " + others);
        final String who = login();
        final String grace = number("disconnectGraceNs", value -> value < 0 ? "never" : "after " + elapsed(value));
        return "Set all rights of " + who + ": " + (granted.isEmpty() ? "none" : String.join(", ", granted)) +
            "; cancel its orders on disconnect " + grace;
    }

    private static void add(final List<String> to, final long bits, final int bit, final String text)
    {
        if (0 != (bits & bit))
        {
            to.add(text);
        }
    }

    private String killSwitch()
    {
        final Object action = take("action");
        final String who = isZero("loginId") ? "the firm " + text("brokerageFirm") : login();
        return "STOP".equals(action) ? "Stop " + who + ": all its orders are cancelled and no new ones taken" :
            "LIFT".equals(action) ? "Let " + who + " trade again" : "Move the kill switch of " + who + " to " + action;
    }

    private String loginControlled()
    {
        final long action = number("action");
        final String who = login();
        return LoginAction.DISCONNECT.value() == action ? "End the session of " + who + ", which may log on again" :
            LoginAction.RESET_NUMBERS.value() == action ?
                "End the session of " + who + " and let its message numbers begin with 1 again" :
            LoginAction.BLOCK.value() == action ? "End the session of " + who + " and let it in no more" :
            LoginAction.UNBLOCK.value() == action ? "Let " + who + " log on again" :
            "Do " + action + " with the session of " + who;
    }

    private String tradingLimits()
    {
        return "lots of an order " + limit("maxOrderLots") + ", value of an order " +
            (isZero("maxOrderNotionalKopecks") ? "not limited" : roubles("maxOrderNotionalKopecks")) +
            ", lots of a position " + limit("maxPositionLots") + ", live orders " + limit("maxActiveOrders") +
            ", orders in a second " + limit("maxOrdersPerSecond");
    }

    private String ordersCancelled()
    {
        return "Cancel the orders of the firm " + text("brokerageFirm") +
            (isZero("accountCode") ? "" : " for the account " + account()) +
            (isZero("loginId") ? "" : " of " + login()) +
            (isZero("instrumentId") ? "" : " in " + instrument("instrumentId"));
    }

    private String receivers()
    {
        return !isZero("loginId") ? login() : isEmpty("brokerageFirm") ? "all members" :
            "the logins of the firm " + text("brokerageFirm");
    }

    private String exercise()
    {
        final long lots = number("lots");
        return "Let the account " + account() + " exercise " + (0 == lots ? "as many lots as by rule" :
            lots(lots, "more than by rule", "fewer than by rule")) + " of " + instrument("instrumentId");
    }

    private String register()
    {
        final long level = number("level");
        if (LimitLevel.LOGIN.value() == level && ((String)left.get("registerCode")).matches("[1-9]\\d{0,8}"))
        {
            return names.login(Long.parseLong(text("registerCode")));
        }
        return "the " + named(value -> LimitLevel.get((short)value), level) + " " + text("registerCode");
    }

    private String policyRow()
    {
        final long value = number("act");
        final OperatorAct act = OperatorActs.ofValue((int)value);
        final String name = null == act ? "act " + value : VenuePolicy.text(act);
        return name + " by " + roles(" or ") + number("needsApproval", needed ->
            0 == needed ? "" : 1 == needed ? " with a second person" : " with approval " + needed);
    }

    private String roles(final String joined)
    {
        final List<String> roles = new ArrayList<>();
        for (final Object role : (List<?>)take("roles"))
        {
            roles.add(role.toString().replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT));
        }
        return roles.isEmpty() ? "no role" : String.join(joined, roles);
    }

    private String fingerprint()
    {
        return RegisteredOperator.fingerprint(HexFormat.of().parseHex((String)take("publicKey")));
    }

    private String state()
    {
        return number("state", value -> 0 == value ? "revoked" : 1 == value ? "active" : "in state " + value);
    }

    private String tradingDays()
    {
        final int year = (int)number("year");
        final String market = isEmpty("market") ? "the whole venue" : "the market " + text("market");
        if (0 == year)
        {
            final int weekdays = (int)number("weekdays");
            final List<String> days = new ArrayList<>();
            for (int day = 0; day < Byte.SIZE; day++)
            {
                add(days, weekdays, 1 << day, day < WEEKDAYS.size() ? WEEKDAYS.get(day) : "bit " + day);
            }
            return "Let " + market + " trade on " + (days.isEmpty() ? "no day" : String.join(", ", days)) +
                " in every year, and forget its years that differ" + bits((String)take("days"));
        }
        if (!TradingDates.isDate(year * (long)DATE_YEAR + FIRST_OF_JANUARY))
        {
            return "Set the trading days of " + market + " in the year " + year + bits((String)take("days"));
        }
        return "Set the trading days of " + market + " in " + year + " to " + daysOf(year);
    }

    /** Days that differ from Monday to Friday. */
    private String daysOf(final int year)
    {
        final byte[] bits = HexFormat.of().parseHex((String)take("days"));
        final List<String> without = new ArrayList<>();
        final List<String> with = new ArrayList<>();
        int date = year * DATE_YEAR + FIRST_OF_JANUARY;
        for (int day = 0; day < TradingDates.yearLength(year); day++)
        {
            final int bit = 1 << day % Byte.SIZE;
            final boolean isTradingDay = 0 != (bits[day / Byte.SIZE] & bit);
            bits[day / Byte.SIZE] &= (byte)~bit;
            if (isTradingDay != TradingDates.weekday(date) < SATURDAY)
            {
                (isTradingDay ? with : without).add(date(date));
            }
            date = TradingDates.next(date);
        }
        return "Monday to Friday" + (without.isEmpty() ? "" : " but for " + String.join(", ", without)) +
            (with.isEmpty() ? "" : " and also " + String.join(", ", with)) + bits(HexFormat.of().formatHex(bits));
    }

    /** Bits of days that belong to no date. */
    private static String bits(final String days)
    {
        return days.matches("0*") ? "" : ", bits of days " + days;
    }

    private Object take(final String name)
    {
        return left.remove(name);
    }

    private boolean isZero(final String name)
    {
        return left.get(name) instanceof final Number number && 0 == number.longValue();
    }

    private boolean isEmpty(final String name)
    {
        final Object value = left.get(name);
        return "".equals(value) || value instanceof final List<?> list && list.isEmpty();
    }

    private String number(final String name, final LongFunction<String> text)
    {
        return text.apply(number(name));
    }

    private long number(final String name)
    {
        return ((Number)take(name)).longValue();
    }

    /** A value that the schema names. */
    private String value(final String name)
    {
        return words(take(name));
    }

    private static String words(final Object value)
    {
        return String.valueOf(value).toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /** A value of an enum that commands have as a number. */
    private static String named(final LongFunction<Object> constant, final long value)
    {
        try
        {
            return words(constant.apply(value));
        }
        catch (final IllegalArgumentException ex)
        {
            return "unknown value " + value;
        }
    }

    private String phase(final String name)
    {
        return named(value -> Phase.get((short)value), number(name));
    }

    private String instrument(final String name)
    {
        return names.instrument(number(name));
    }

    private String login()
    {
        return names.login(number("loginId"));
    }

    private String account()
    {
        final Number code = (Number)take("accountCode");
        final String text = code instanceof BigInteger ? code.toString() : AccountCode.unpack(code.longValue());
        return text.matches("[!-~]{7}") && AccountCode.pack(text) == code.longValue() ? text : "code " + code;
    }

    private String client()
    {
        return number("clientId", id -> 0 == id ? "a client of its own" : "the client " + id);
    }

    private String limit(final String name)
    {
        return number(name, value -> 0 == value ? "not limited" : Long.toString(value));
    }

    private String distance(final String name)
    {
        return isZero(name) ? number(name, value -> "off") : price(name);
    }

    private String price(final String name)
    {
        return number(name, Forms::price);
    }

    private String percent(final String name)
    {
        return number(name, value ->
            BigDecimal.valueOf(value, PERCENT_DIGITS).stripTrailingZeros().toPlainString() + " %");
    }

    private String roubles(final String name)
    {
        return number(name, Forms::roubles) + " roubles";
    }

    private static String lots(final long lots, final String above, final String below)
    {
        return Math.abs(lots) + (1 == Math.abs(lots) ? " lot " : " lots ") + (lots < 0 ? below : above);
    }

    private String durationOr(final String name, final String none)
    {
        return isZero(name) ? number(name, value -> none) : duration(name);
    }

    private String duration(final String name)
    {
        return number(name, CommandWords::elapsed);
    }

    private static String elapsed(final long valueNs)
    {
        return Duration.ofNanos(valueNs).toString().substring(2).toLowerCase(Locale.ROOT);
    }

    private String time(final String name)
    {
        return number(name, value -> Times.text(value).replaceFirst("\\.?0*Z$", "Z"));
    }

    private String date(final String name)
    {
        return number(name, CommandWords::date);
    }

    private static String date(final long date)
    {
        return TradingDates.isDate(date) ? String.format("%d-%02d-%02d", date / DATE_YEAR,
            date % DATE_YEAR / DATE_MONTH, date % DATE_MONTH) : Long.toString(date);
    }

    /** A code, in quotes unless it has letters and the like only. */
    private String text(final String name)
    {
        final String text = (String)left.get(name);
        return text.matches("[A-Za-z0-9._/*+-]+") ? (String)take(name) : quoted(name);
    }

    private String quoted(final String name)
    {
        return escaped((String)take(name));
    }

    /** Text of a person cannot look like words of this class: quotes in it are marked, as is what is not printable. */
    private static String escaped(final String text)
    {
        final StringBuilder quoted = new StringBuilder("\"");
        for (final char character : text.toCharArray())
        {
            if ('\n' == character)
            {
                quoted.append("\\n");
            }
            else if (character < ' ' || character > '~')
            {
                quoted.append(String.format("\\u%04x", (int)character));
            }
            else
            {
                quoted.append('"' == character || '\\' == character ? "\\" : "").append(character);
            }
        }
        return quoted.append('"').toString();
    }

    private String entries(final String name, final Function<CommandWords, String> said)
    {
        final List<String> entries = new ArrayList<>();
        for (final Object entry : (List<?>)take(name))
        {
            @SuppressWarnings("unchecked")
            final CommandWords words = new CommandWords((Map<String, Object>)entry, names);
            entries.add(said.apply(words) + words.rest());
        }
        return entries.isEmpty() ? "none" : String.join("; ", entries);
    }

    /** What was not said. */
    private String rest()
    {
        final StringBuilder rest = new StringBuilder();
        left.forEach((name, value) ->
        {
            if (null != value && !isZero(name) && !isEmpty(name))
            {
                rest.append(", ").append(name).append(' ').append(value instanceof final String text ?
                    escaped(text) : value);
            }
        });
        return rest.toString();
    }
}
