// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.recovery;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.bourse.engine.host.offline.SentCommand;
import io.bourse.engine.protocol.EngineSchema;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes the commands of a journal, one a line, and who sent them.
 */
public final class SentCommandWriter
{
    private SentCommandWriter()
    {
    }

    /**
     * Prints them.
     *
     * @param commands to print.
     * @param isJson whether each line is a JSON object.
     * @param out to print to.
     * @throws IOException when they cannot be written.
     */
    public static void print(final List<SentCommand> commands, final boolean isJson, final PrintWriter out)
        throws IOException
    {
        final Map<Integer, String> names = EngineSchema.messageNames();
        final ObjectMapper mapper = new ObjectMapper();
        for (final SentCommand command : commands)
        {
            final String name = names.getOrDefault(command.templateId(), "template " + command.templateId());
            out.println(isJson ? mapper.writeValueAsString(json(command, name)) :
                command.position() + "  " + Texts.time(command.stampedNs()) + "  " + command.sender().principal() +
                "  " + name + "  session " + command.sessionId() + "  sequence " + command.sequence() +
                (command.sender().isAuthenticated() ? "" : "  claimed, not authenticated") +
                (command.operator().isEmpty() ? "" : "  signed by " + command.operator()) +
                (command.approver().isEmpty() ? "" : "  approved by " + command.approver()) +
                (command.facts().isEmpty() ? "" : "  " + command.facts()));
        }
    }

    private static Map<String, Object> json(final SentCommand command, final String name)
    {
        final Map<String, Object> json = new LinkedHashMap<>();
        json.put("position", command.position());
        json.put("time", Texts.time(command.stampedNs()));
        json.put("principal", command.sender().principal());
        json.put("authenticated", command.sender().isAuthenticated());
        json.put("command", name);
        json.put("sessionId", command.sessionId());
        json.put("sequence", command.sequence());
        if (!command.operator().isEmpty())
        {
            json.put("operator", command.operator());
        }
        if (!command.approver().isEmpty())
        {
            json.put("approver", command.approver());
        }
        if (!command.facts().isEmpty())
        {
            json.put("facts", command.facts());
        }
        return json;
    }
}
