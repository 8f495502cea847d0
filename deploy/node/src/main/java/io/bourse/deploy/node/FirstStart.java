// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.node;

import io.bourse.clearing.run.operator.ClearingSchedule;
import io.bourse.deploy.config.ConfigurationException;
import io.bourse.deploy.config.Markets;
import io.bourse.deploy.config.ReferenceData;
import io.bourse.deploy.config.VenueConfig;
import io.bourse.deploy.operators.Founders;
import io.bourse.deploy.operators.QuarantineEntry;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.operator.CommandRefusedException;
import io.bourse.engine.client.operator.ContractOperator;
import io.bourse.engine.client.operator.OperatorClient;
import io.bourse.engine.client.operator.OperatorRegister;
import io.bourse.engine.client.operator.Quarantine;
import io.bourse.engine.client.operator.QuarantineOperator;
import io.bourse.engine.client.operator.RiskOperator;
import io.bourse.engine.client.operator.SessionOperator;
import io.bourse.engine.client.operator.VenueLimitsOperator;
import io.bourse.engine.host.quarantine.QuarantineDirectory;
import io.bourse.engine.host.quarantine.Quarantines;
import io.bourse.engine.protocol.FeatureLevels;
import io.bourse.engine.protocol.TradingDays;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.concurrent.TimeUnit;

/**
 * The first start of a venue: reference data and the first session enter as commands, once.
 */
final class FirstStart
{
    private static final Logger LOGGER = LoggerFactory.getLogger(FirstStart.class);
    private static final long OPERATOR_TIMEOUT_NS = TimeUnit.SECONDS.toNanos(30);

    private FirstStart()
    {
    }

    /**
     * Enters what a new venue needs; does nothing when the event stream says that it is there.
     *
     * @param config of the venue.
     * @param data to be entered.
     * @param budget of this process, to be kept by what the data or the history limits.
     * @param client of its engine.
     * @param beforeSession is run when the reference data is there and before the first session opens.
     */
    static void enter(
        final VenueConfig config,
        final ReferenceData data,
        final HeapBudget budget,
        final EngineClient client,
        final Runnable beforeSession)
    {
        final VenueHistory history = VenueHistory.keep(config.dataDir(), client);
        final SessionTracker session = history.session();
        if (session.isNew() || config.host().isCluster())
        {
            // A solo engine has looked at the limits of its history before it took commands.
            budget.requireLimits(session.isNew() ? data.capacity() : session.limits());
        }
        requireOwnInstruments(config, data, session);
        final OperatorRegister register = history.operators();
        Founders.check(config, register, session.isNew() || session.featureLevel() >= FeatureLevels.GUARDED);
        try (OperatorClient operator = new OperatorClient(client, OPERATOR_TIMEOUT_NS))
        {
            if (session.isNew())
            {
                for (int level = session.featureLevel() + 1; level <= FeatureLevels.HIGHEST; level++)
                {
                    new SessionOperator(operator).setFeatureLevel(level);
                }
                enter(data, operator);
            }
            enterQuarantines(config, session, register, operator);
            beforeSession.run();
            if (session.isNew())
            {
                operator.openSession(config.sessionId(), config.tradingDate());
                LOGGER.info(describeDate(config, data, LocalDate.now(ClearingSchedule.ZONE)));
            }
            if (!register.isInForce() && (session.isNew() || session.featureLevel() >= FeatureLevels.GUARDED))
            {
                // Last: from then on every command of an operator is signed.
                Founders.enter(config, register,
                    session.isNew() ? FeatureLevels.HIGHEST : session.featureLevel(), operator);
            }
        }
    }

    /** Says it when the first session has not the date of its day, as that is none with trading. */
    static String describeDate(final VenueConfig config, final ReferenceData data, final LocalDate today)
    {
        final int date = Integer.parseInt(DateTimeFormatter.BASIC_ISO_DATE.format(today));
        final TradingDays days = Markets.calendar(data.tradingDays(), config.markets().of(config.partition()));
        return (!days.isTradingDay(date) && days.next(date) == config.tradingDate() ?
            "today is no trading day, the first session has the date of the next one: today=" + date + " " :
            "first session: ") + "sessionId=" + config.sessionId() + " tradingDate=" + config.tradingDate() +
            " partition=" + config.partition();
    }

    /** Orders and positions would stay where they are while clients send to another partition. */
    private static void requireOwnInstruments(
        final VenueConfig config, final ReferenceData data, final SessionTracker session)
    {
        data.elsewhere().stream()
            .filter(elsewhere -> session.instruments().contains(elsewhere.instrument().instrumentId())).findFirst()
            .ifPresent(elsewhere ->
            {
                throw new ConfigurationException("partitions.csv", elsewhere.instrument().symbol(), "an instrument " +
                    "stays where the journal has it: instrument=" + elsewhere.instrument().instrumentId() +
                    " partition=" + config.partition() + " partitionInFile=" + elsewhere.partition() +
                    "; where it was moved (`bourse partition move`) the row has the number of its new partition");
            });
    }

    /** What two people have approved while the engine did not run becomes a part of the history. */
    private static void enterQuarantines(
        final VenueConfig config,
        final SessionTracker session,
        final OperatorRegister register,
        final OperatorClient operator)
    {
        if (session.featureLevel() < FeatureLevels.BOUNDED)
        {
            return;
        }
        final QuarantineOperator quarantines = new QuarantineOperator(operator);
        for (final Quarantine quarantine : new QuarantineDirectory(config.dataDir(), config.partition())
            .load(session.quarantines()).approved())
        {
            if (!session.isQuarantined(quarantine.position()) && (register.isInForce() ?
                submit(config, quarantine, operator) : quarantines.enter(quarantine)))
            {
                LOGGER.warn("quarantine entered into the history: {}", Quarantines.describe(quarantine));
            }
        }
    }

    /** Where the venue has operators the approver has signed the command. Without it the signed file alone counts. */
    private static boolean submit(
        final VenueConfig config, final Quarantine quarantine, final OperatorClient operator)
    {
        try
        {
            final byte[] command = QuarantineEntry.read(config.dataDir(), quarantine);
            if (null != command)
            {
                operator.submit(command);
                return true;
            }
            LOGGER.warn("quarantine is not in the history, its signed file must stay; no operator has signed the " +
                "command: {}", Quarantines.describe(quarantine));
        }
        catch (final CommandRefusedException | IOException ex)
        {
            LOGGER.warn("quarantine is not in the history, its signed file must stay: {} reason=\"{}\"",
                Quarantines.describe(quarantine), ex.getMessage());
        }
        return false;
    }

    private static void enter(final ReferenceData data, final OperatorClient operator)
    {
        new VenueLimitsOperator(operator).set(data.capacity());
        data.tradingDays().forEach(new SessionOperator(operator)::setTradingDays);
        data.clearingFirms().forEach(operator::defineClearingFirm);
        data.brokerageFirms().forEach(operator::defineBrokerageFirm);
        operator.defineAccounts(data.accounts(), 0);
        data.logins().forEach(login ->
            operator.defineLogin(login.loginId(), login.protocol(), login.name(), login.brokerageFirm()));
        data.instruments().forEach(operator::defineInstrument);
        data.strategies().forEach(strategy -> operator.defineLegs(strategy.instrumentId(), strategy.legs()));
        data.contracts().forEach(new ContractOperator(operator)::defineContract);
        final RiskOperator risk = new RiskOperator(operator);
        data.limits().forEach(limits -> risk.setTradingLimits(limits.level(), limits.code(), limits.limits()));
    }
}
