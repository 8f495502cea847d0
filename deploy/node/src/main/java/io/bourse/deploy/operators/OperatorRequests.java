// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.operators;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import io.bourse.clearing.PreconditionException;
import io.bourse.clearing.crypto.OwnerFiles;
import io.bourse.clearing.json.Json;
import io.bourse.engine.client.operator.SignedCommands;
import io.bourse.engine.files.OwnDirectory;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;

/**
 * Commands to the engine that wait for a second person: {@code operators/requests/N.json}, and what was answered,
 * {@code N.answer.json}. What counts are the signed bytes; the engine verifies them.
 */
public final class OperatorRequests
{
    private static final String DIRECTORY = "operators/requests";

    private final Path directory;

    /**
     * A command that waits.
     *
     * @param number from 1.
     * @param requester who has signed it.
     * @param sha256 of the signed command.
     * @param command a whole OperatorCommand, hexadecimal.
     * @param policy text of the policy whose acts the command has, kept for its steps once it is approved; null of
     * others.
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    @JsonPropertyOrder({"number", "requester", "sha256", "command", "policy"})
    public record Request(int number, String requester, String sha256, String command, String policy)
    {
        /** The signed bytes. */
        public byte[] bytes()
        {
            return HexFormat.of().parseHex(command);
        }
    }

    /**
     * What became of it.
     *
     * @param number of the request.
     * @param approver who answered.
     * @param answer approved or refused.
     * @param atMs milliseconds since 1970.
     * @param outcome of the command.
     */
    @JsonPropertyOrder({"number", "approver", "answer", "atMs", "outcome"})
    public record Answer(int number, String approver, String answer, long atMs, String outcome)
    {
    }

    /**
     * A command and what became of it.
     *
     * @param answer null while it waits.
     */
    public record Answered(Request request, Answer answer)
    {
    }

    /**
     * Requests of a venue.
     *
     * @param dataDir of the venue.
     */
    public OperatorRequests(final Path dataDir)
    {
        directory = dataDir.resolve(DIRECTORY);
    }

    /**
     * Keeps a command until another person answers.
     *
     * @param requester who has signed it.
     * @param command a whole OperatorCommand.
     * @param policy whose acts the command has; null of others.
     * @return request.
     * @throws IOException when it cannot be written.
     */
    public Request add(final String requester, final byte[] command, final String policy) throws IOException
    {
        OwnDirectory.make(directory.getParent());
        OwnDirectory.make(directory);
        // Consoles and commands are processes of their own: two requests must not get one number.
        synchronized (OperatorRequests.class)
        {
            try (FileChannel channel = FileChannel.open(directory.resolve("lock"),
                Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
                FileLock ignored = channel.lock())
            {
                final int number = last() + 1;
                final Request request = new Request(
                    number, requester, SignedCommands.sha256(command), HexFormat.of().formatHex(command), policy);
                OwnerFiles.write(file(number), Json.bytes(request));
                return request;
            }
        }
    }

    /**
     * A request that was not answered.
     *
     * @param number of the request; 0 for the last one.
     * @return request.
     * @throws IOException when it cannot be read.
     * @throws PreconditionException when there is none, or it was answered.
     */
    public Request require(final int number) throws IOException
    {
        final int wanted = 0 == number ? last() : number;
        if (0 == wanted || !Files.exists(file(wanted)))
        {
            throw new PreconditionException("no command waits for a second person: directory=" + directory +
                (0 == number ? "" : " number=" + number));
        }
        if (Files.exists(answerFile(wanted)))
        {
            final Answer answer = Json.read(answerFile(wanted), Answer.class);
            throw new PreconditionException("the request was answered already: number=" + wanted + " answer=" +
                answer.answer() + " approver=" + answer.approver() + " outcome=\"" + answer.outcome() + "\"");
        }
        return Json.read(file(wanted), Request.class);
    }

    /**
     * All requests.
     *
     * @return by number.
     * @throws IOException when they cannot be read.
     */
    public List<Answered> all() throws IOException
    {
        final List<Answered> all = new ArrayList<>();
        for (int number = 1; Files.exists(file(number)); number++)
        {
            all.add(new Answered(Json.read(file(number), Request.class),
                Files.exists(answerFile(number)) ? Json.read(answerFile(number), Answer.class) : null));
        }
        return all;
    }

    /** Keeps what was answered. */
    public void answer(final Answer answer) throws IOException
    {
        OwnerFiles.write(answerFile(answer.number()), Json.bytes(answer));
    }

    private int last()
    {
        int number = 0;
        while (Files.exists(file(number + 1)))
        {
            number++;
        }
        return number;
    }

    private Path file(final int number)
    {
        return directory.resolve(number + ".json");
    }

    private Path answerFile(final int number)
    {
        return directory.resolve(number + ".answer.json");
    }
}
