// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.reference;

import io.bourse.engine.book.OrderBook;
import io.bourse.engine.core.command.CommandEnvelope;
import io.bourse.engine.core.command.CommandKind;
import io.bourse.engine.core.command.CommandTable;
import io.bourse.engine.core.command.FieldCheck;
import io.bourse.engine.core.event.ReferenceEventPublisher;
import io.bourse.engine.core.state.BrokerageFirm;
import io.bourse.engine.core.state.Instrument;
import io.bourse.engine.core.state.KeyTable;
import io.bourse.engine.core.state.Login;
import io.bourse.engine.core.state.Order;
import io.bourse.engine.core.state.ReferenceData;
import io.bourse.engine.core.state.SettlementAccount;
import io.bourse.engine.core.state.SettlementAccounts;
import io.bourse.engine.core.state.VenueLimits;
import io.bourse.engine.core.state.VenueLimits.Kind;
import io.bourse.engine.protocol.AccountCode;
import io.bourse.engine.protocol.DefineBrokerageFirmDecoder;
import io.bourse.engine.protocol.DefineClearingFirmDecoder;
import io.bourse.engine.protocol.DefineInstrumentDecoder;
import io.bourse.engine.protocol.DefineLoginDecoder;
import io.bourse.engine.protocol.InstrumentKind;
import io.bourse.engine.protocol.LoginProtocol;
import io.bourse.engine.protocol.RejectReason;

import java.nio.ByteOrder;
import java.util.function.Supplier;

/**
 * Executes definitions of everything but accounts. A definition that comes again with the same contents is answered
 * with the same event and changes nothing, so that an operator may load the same file twice; one with other contents is
 * refused. An instrument that clearing has revalued since is answered with its present values, never with its old ones.
 * <p>
 * Every method returns null when it has published its event, or the reason for which it changed nothing.
 */
public final class ReferenceDataHandler
{
    private static final int CLEARING_FIRM_LENGTH = 2;
    private static final boolean[] IS_PROTOCOL = protocols();

    private final DefineLoginDecoder defineLogin = new DefineLoginDecoder();
    private final DefineInstrumentDecoder defineInstrument = new DefineInstrumentDecoder();
    private final ReferenceData referenceData;
    private final SettlementAccounts settlementAccounts;
    private final VenueLimits limits;
    private final FeatureLevel featureLevel;
    private final RangeUnits rangeUnits;
    private final ReferenceEventPublisher publisher;
    private final Supplier<OrderBook<Order>> bookSupplier;

    public ReferenceDataHandler(
        final ReferenceData referenceData,
        final SettlementAccounts settlementAccounts,
        final VenueLimits limits,
        final FeatureLevel featureLevel,
        final RangeUnits rangeUnits,
        final ReferenceEventPublisher publisher,
        final Supplier<OrderBook<Order>> bookSupplier)
    {
        this.referenceData = referenceData;
        this.settlementAccounts = settlementAccounts;
        this.limits = limits;
        this.featureLevel = featureLevel;
        this.rangeUnits = rangeUnits;
        this.publisher = publisher;
        this.bookSupplier = bookSupplier;
    }

    /**
     * Enters the commands of this handler.
     *
     * @param table of all commands.
     */
    public void register(final CommandTable table)
    {
        table.add(new CommandKind(DefineClearingFirmDecoder.TEMPLATE_ID, this::onDefineClearingFirm));
        table.add(new CommandKind(DefineBrokerageFirmDecoder.TEMPLATE_ID, this::onDefineBrokerageFirm));
        table.add(new CommandKind(DefineLoginDecoder.TEMPLATE_ID, this::onDefineLogin));
        table.add(new CommandKind(DefineInstrumentDecoder.TEMPLATE_ID, this::onDefineInstrument)
            .instrumentAt(DefineInstrumentDecoder.instrumentIdEncodingOffset()));
    }

    private RejectReason onDefineClearingFirm(final CommandEnvelope envelope)
    {
        final long code = Short.toUnsignedLong(envelope.buffer.getShort(
            envelope.blockOffset + DefineClearingFirmDecoder.codeEncodingOffset(), ByteOrder.LITTLE_ENDIAN));
        if (!FieldCheck.isCode(code, CLEARING_FIRM_LENGTH))
        {
            return RejectReason.INVALID_FIELD;
        }
        if (KeyTable.MISSING == referenceData.clearingFirms().indexOf(code) && hasAccountOfOthers(code))
        {
            return RejectReason.ACCOUNT_NOT_PERMITTED;
        }
        referenceData.clearingFirms().indexOfOrAdd(code);
        publisher.clearingFirmDefined(code);
        return null;
    }

    /**
     * Whether the settlement account that is named like a clearing firm has firms of another one: it may as long as the
     * clearing firm is not defined.
     */
    private boolean hasAccountOfOthers(final long clearingFirm)
    {
        for (int i = 0; i < referenceData.brokerageFirms().size(); i++)
        {
            final BrokerageFirm firm = referenceData.firmAt(i);
            final SettlementAccount account = settlementAccounts.of(firm);
            if (null != account && account.clearingFirm() == clearingFirm &&
                BrokerageFirm.clearingFirm(firm.code) != clearingFirm)
            {
                return true;
            }
        }
        return false;
    }

    private RejectReason onDefineBrokerageFirm(final CommandEnvelope envelope)
    {
        final long code = envelope.firmAt(DefineBrokerageFirmDecoder.codeEncodingOffset());
        if (!FieldCheck.isCode(code, AccountCode.BROKERAGE_FIRM_LENGTH))
        {
            return RejectReason.INVALID_FIELD;
        }
        if (KeyTable.MISSING == referenceData.clearingFirms().indexOf(BrokerageFirm.clearingFirm(code)))
        {
            return RejectReason.UNKNOWN_FIRM;
        }
        if (null == referenceData.firm(code))
        {
            referenceData.addFirm(code);
        }
        publisher.brokerageFirmDefined(code);
        return null;
    }

    private RejectReason onDefineLogin(final CommandEnvelope envelope)
    {
        final DefineLoginDecoder command = envelope.decode(defineLogin);
        final long firmCode = envelope.firmAt(DefineLoginDecoder.brokerageFirmEncodingOffset());
        if (!isValid(command))
        {
            return RejectReason.INVALID_FIELD;
        }
        final BrokerageFirm firm = referenceData.firm(firmCode);
        if (null == firm)
        {
            return RejectReason.UNKNOWN_FIRM;
        }
        Login login = referenceData.login(command.loginId());
        if (null == login)
        {
            if (referenceData.isLoginNameTaken(command))
            {
                return RejectReason.ALREADY_DEFINED;
            }
            final RejectReason refusal = limits.refusal(Kind.LOGINS, 1);
            if (null != refusal)
            {
                return refusal;
            }
            login = new Login(command, firm);
            referenceData.addLogin(login);
        }
        else if (!login.hasName(command) || login.firm != firm)
        {
            return RejectReason.ALREADY_DEFINED;
        }
        publisher.loginDefined(login);
        return null;
    }

    private RejectReason onDefineInstrument(final CommandEnvelope envelope)
    {
        final DefineInstrumentDecoder command = envelope.decode(defineInstrument);
        if (!isValid(command) || !isTextValid(command) ||
            featureLevel.isBounded() && !FieldCheck.isDateOrNone(command.maturityDate()))
        {
            return RejectReason.INVALID_FIELD;
        }
        Instrument instrument = referenceData.instrument(command.instrumentId());
        if (null == instrument)
        {
            if (referenceData.isSymbolTaken(command) || null != referenceData.everDefined(command.instrumentId()))
            {
                return RejectReason.ALREADY_DEFINED;
            }
            final RejectReason refusal = limits.refusal(Kind.INSTRUMENTS, 1);
            if (null != refusal)
            {
                return refusal;
            }
            instrument = new Instrument(command, referenceData.instrumentCount(), bookSupplier.get());
            referenceData.addInstrument(instrument);
            rangeUnits.onDefined(instrument);
        }
        else if (!instrument.isDefinedBy(command))
        {
            return RejectReason.ALREADY_DEFINED;
        }
        publisher.instrumentDefined(instrument);
        return null;
    }

    private static boolean isValid(final DefineLoginDecoder command)
    {
        return command.loginId() > 0 &&
            IS_PROTOCOL[command.protocolRaw()] &&
            FieldCheck.isText(
                command.buffer(),
                command.offset() + DefineLoginDecoder.nameEncodingOffset(),
                DefineLoginDecoder.nameLength(),
                1);
    }

    /** Protocols that a login may have, by value. */
    private static boolean[] protocols()
    {
        final boolean[] isProtocol = new boolean[1 << Byte.SIZE];
        for (final LoginProtocol protocol : LoginProtocol.values())
        {
            isProtocol[protocol.value()] = switch (protocol)
            {
                case TWIME, FIX -> true;
                case NULL_VAL -> false;
            };
        }
        return isProtocol;
    }

    private static boolean isValid(final DefineInstrumentDecoder command)
    {
        return command.instrumentId() > 0 &&
            Integer.MAX_VALUE != command.instrumentId() &&
            command.priceTickE5() > 0 &&
            command.tickValueE5() > 0 &&
            command.lowLimitE5() <= command.highLimitE5() &&
            command.exchangeFeePctE6() >= 0 &&
            command.clearingFeePctE6() >= 0 &&
            command.kindRaw() <= InstrumentKind.SPOT.value();
    }

    private static boolean isTextValid(final DefineInstrumentDecoder command)
    {
        final int offset = command.offset();
        return FieldCheck.isText(
            command.buffer(),
            offset + DefineInstrumentDecoder.symbolEncodingOffset(),
            Instrument.SYMBOL_LENGTH,
            1) &&
            FieldCheck.isText(
                command.buffer(),
                offset + DefineInstrumentDecoder.underlyingEncodingOffset(),
                Instrument.UNDERLYING_LENGTH,
                0) &&
            FieldCheck.isText(
                command.buffer(),
                offset + DefineInstrumentDecoder.currencyEncodingOffset(),
                Instrument.CURRENCY_LENGTH,
                Instrument.CURRENCY_LENGTH);
    }
}
