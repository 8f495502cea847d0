// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.feed;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.bourse.deploy.cli.support.PositiveConverter;
import io.bourse.deploy.config.Partitions;
import io.bourse.marketdata.service.ObligationService;
import picocli.CommandLine.Option;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The options of the commands that ask the market-data component for its counters, and how they ask.
 */
final class StatisticsSource
{
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final int OK = 200;
    private static final int BAD_REQUEST = 400;
    private static final int NOT_FOUND = 404;

    @Option(names = "--data", paramLabel = "DIR", defaultValue = "data",
        description = "Data directory of the component that publishes market data, or of all partitions (default: " +
            "${DEFAULT-VALUE}).")
    private Path dataDir;

    @Option(names = "--http", paramLabel = "HOST:PORT",
        description = "Where it answers. Default: what stands in the data directory.")
    private String address;

    @Option(names = "--timeout", paramLabel = "MS", defaultValue = "10000", converter = PositiveConverter.OfInt.class,
        description = "How long the answer may take, in milliseconds (default: ${DEFAULT-VALUE}).")
    private int timeoutMs;

    @Option(names = "--json", description = "Prints the answer as it came; of several partitions a line for each.")
    private boolean isJson;

    /** Whether the answer is for a program. */
    boolean isJson()
    {
        return isJson;
    }

    /**
     * Asks each partition. A name that is asked for may be in some of them: a refusal counts when all refuse.
     *
     * @param path as the service has it, names not encoded.
     * @param query parameters, not encoded; null for none.
     * @return body of each answer.
     * @throws IOException when the address cannot be read.
     */
    List<String> ask(final String path, final String query) throws IOException
    {
        if (null != address)
        {
            return List.of(ask(address, path, query));
        }
        final List<String> answers = new ArrayList<>();
        RefusedException refusal = null;
        for (final Path partition : Partitions.directories(dataDir))
        {
            try
            {
                answers.add(ask(readAddress(partition), path, query));
            }
            catch (final RefusedException ex)
            {
                refusal = ex;
            }
        }
        if (answers.isEmpty())
        {
            throw refusal;
        }
        return answers;
    }

    /** The service has no such name. */
    private static final class RefusedException extends IllegalStateException
    {
        private static final long serialVersionUID = 1L;

        RefusedException(final String reason)
        {
            super(reason);
        }
    }

    private String ask(final String where, final String path, final String query)
    {
        final HttpRequest request = HttpRequest.newBuilder(uri(where, path, query)).GET().build();
        final HttpClient client = HttpClient.newBuilder().connectTimeout(TIMEOUT).build();
        try
        {
            // A request's own timeout ends with the headers: this one is for the whole answer.
            final HttpResponse<String> response = client.sendAsync(request, HttpResponse.BodyHandlers.ofString())
                .get(timeoutMs, TimeUnit.MILLISECONDS);
            if (OK == response.statusCode())
            {
                return response.body();
            }
            final String reason = reason(response);
            if (BAD_REQUEST == response.statusCode())
            {
                throw new IllegalArgumentException(reason);
            }
            throw NOT_FOUND == response.statusCode() ? new RefusedException(reason) : new IllegalStateException(reason);
        }
        catch (final InterruptedException ex)
        {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for an answer: address=" + where, ex);
        }
        catch (final TimeoutException ex)
        {
            throw new IllegalStateException("the answer does not come in time, is it the market data service?" +
                " address=" + where + " timeoutMs=" + timeoutMs, ex);
        }
        catch (final ExecutionException ex)
        {
            throw new IllegalStateException("nothing answers there, is the component running? address=" + where, ex);
        }
        finally
        {
            client.shutdownNow();
        }
    }

    private static URI uri(final String where, final String path, final String query)
    {
        try
        {
            return new URI("http", where, path, query, null);
        }
        catch (final URISyntaxException ex)
        {
            throw new IllegalArgumentException("this is no address, write HOST:PORT: http=" + where, ex);
        }
    }

    private static String reason(final HttpResponse<String> response)
    {
        try
        {
            return parse(response.body()).path("error").asText();
        }
        catch (final IllegalStateException ex)
        {
            return "the answer is of another kind of server: status=" + response.statusCode();
        }
    }

    private static String readAddress(final Path partition) throws IOException
    {
        final Path file = partition.resolve(ObligationService.ADDRESS_FILE);
        try
        {
            return Files.readString(file).strip();
        }
        catch (final NoSuchFileException ignored)
        {
            throw new IllegalStateException("no component answers for this directory: start the venue with" +
                " venue.marketdata.obligations.enabled = true, or name it with --data or --http: file=" + file);
        }
    }

    /**
     * Rows of all answers for one table.
     *
     * @param answers JSON.
     * @param list name of the array that has them.
     * @return rows in the order of the answers.
     */
    static List<JsonNode> rows(final List<String> answers, final String list)
    {
        final List<JsonNode> rows = new ArrayList<>();
        answers.forEach(answer -> parse(answer).path(list).forEach(rows::add));
        return rows;
    }

    /**
     * An answer for a table.
     *
     * @param body JSON.
     * @return its root.
     */
    private static JsonNode parse(final String body)
    {
        try
        {
            return JsonMapper.builder()
                .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
                .build()
                .readTree(body);
        }
        catch (final IOException ex)
        {
            throw new IllegalStateException("the answer is not the service's", ex);
        }
    }
}
