// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.support;

import io.bourse.deploy.node.VenueClearing;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.operator.OperatorClient;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The option of every operators' command: which venue it is for.
 */
public final class RunningVenue extends VenueDirectory
{
    private static final long TIMEOUT_NS = TimeUnit.SECONDS.toNanos(30);

    /**
     * Does something as an operator of the venue.
     *
     * @param task that is given the connection for as long as it lasts.
     * @throws IOException when no venue runs there.
     */
    public void operate(final Consumer<OperatorClient> task) throws IOException
    {
        ask(operator ->
        {
            task.accept(operator);
            return null;
        });
    }

    /**
     * Does something as an operator of the venue that has a result.
     *
     * @param question that is given the connection for as long as it lasts.
     * @param <T> type of the result.
     * @return the result.
     * @throws IOException when no venue runs there.
     */
    public <T> T ask(final Function<OperatorClient, T> question) throws IOException
    {
        return ask((client, operator) -> question.apply(operator));
    }

    /**
     * Changes something that has to do with what is in force.
     *
     * @param change that is given the settings in force, and the connection for as long as it lasts.
     * @param <T> type of the result.
     * @return the result.
     * @throws IOException when no venue runs there.
     */
    public <T> T change(final BiFunction<VenueSettings, OperatorClient, T> change) throws IOException
    {
        return ask((client, operator) -> change.apply(VenueSettings.read(client), operator));
    }

    /**
     * The same without a result.
     *
     * @param change that is given the settings in force, and the connection for as long as it lasts.
     * @throws IOException when no venue runs there.
     */
    public void change(final BiConsumer<VenueSettings, OperatorClient> change) throws IOException
    {
        ask((client, operator) ->
        {
            change.accept(VenueSettings.read(client), operator);
            return null;
        });
    }

    /**
     * Does something that also reads the event stream.
     *
     * @param question that is given both connections for as long as it lasts.
     * @param <T> type of the result.
     * @return the result.
     * @throws IOException when no venue runs there.
     */
    public <T> T ask(final BiFunction<EngineClient, OperatorClient, T> question) throws IOException
    {
        return VenueClearing.connected(dataDir(), venue ->
        {
            try (OperatorClient operator = new OperatorClient(venue.client(), TIMEOUT_NS))
            {
                return question.apply(venue.client(), operator);
            }
        });
    }
}
