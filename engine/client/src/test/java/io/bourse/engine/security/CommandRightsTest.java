// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.security;

import io.bourse.engine.protocol.AdvanceTimeEncoder;
import io.bourse.engine.protocol.ChangePhaseDecoder;
import io.bourse.engine.protocol.CommandHeaderEncoder;
import io.bourse.engine.protocol.DefineLoginDecoder;
import io.bourse.engine.protocol.KillSwitchDecoder;
import io.bourse.engine.protocol.MessageHeaderEncoder;
import io.bourse.engine.protocol.MovePositionsDecoder;
import io.bourse.engine.protocol.NewOrderDecoder;
import io.bourse.engine.protocol.SetCollateralDecoder;
import io.bourse.engine.protocol.SetLoginRightsDecoder;
import io.bourse.engine.protocol.SuspendTradingDecoder;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

import javax.xml.parsers.DocumentBuilderFactory;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

class CommandRightsTest
{
    private static final String SCHEMA = "/io/bourse/engine/protocol/bourse-engine.xml";
    private static final int FIRST_EVENT = 100;

    @Test
    void shouldGiveEveryCommandOfTheSchemaToARole() throws Exception
    {
        final List<String> without = new ArrayList<>();
        final List<Integer> commands = new ArrayList<>();
        try (InputStream in = CommandRights.class.getResourceAsStream(SCHEMA))
        {
            final NodeList messages = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(in)
                .getElementsByTagName("sbe:message");
            for (int i = 0; i < messages.getLength(); i++)
            {
                final Element message = (Element)messages.item(i);
                final int templateId = Integer.parseInt(message.getAttribute("id"));
                if (templateId < FIRST_EVENT)
                {
                    commands.add(templateId);
                }
                if (templateId < FIRST_EVENT == (0 == CommandRights.roles(templateId)))
                {
                    without.add(message.getAttribute("name"));
                }
            }
        }
        assertTrue(commands.contains(NewOrderDecoder.TEMPLATE_ID));
        assertEquals(List.of(), without, "a command needs a role in CommandRights, an event has none");
        for (int templateId = 0; templateId < FIRST_EVENT; templateId++)
        {
            assertEquals(commands.contains(templateId), 0 != CommandRights.roles(templateId), "id " + templateId);
        }
    }

    @Test
    void shouldKeepGatewaysToOrdersAndClearingToClearing()
    {
        for (final int templateId : new int[]{SetCollateralDecoder.TEMPLATE_ID, SetLoginRightsDecoder.TEMPLATE_ID,
            DefineLoginDecoder.TEMPLATE_ID, SuspendTradingDecoder.TEMPLATE_ID, ChangePhaseDecoder.TEMPLATE_ID,
            MovePositionsDecoder.TEMPLATE_ID})
        {
            assertFalse(CommandRights.has(Role.GATEWAY, templateId), "id " + templateId);
            assertTrue(CommandRights.has(Role.OPERATOR, templateId), "id " + templateId);
        }
        assertFalse(CommandRights.has(Role.CLEARING, DefineLoginDecoder.TEMPLATE_ID));
        assertFalse(CommandRights.has(Role.CLEARING, NewOrderDecoder.TEMPLATE_ID));
        assertFalse(CommandRights.has(Role.OPERATOR, NewOrderDecoder.TEMPLATE_ID));
        assertTrue(CommandRights.has(Role.CLEARING, KillSwitchDecoder.TEMPLATE_ID));
        for (int templateId = 0; templateId < FIRST_EVENT; templateId++)
        {
            for (final Role role : List.of(Role.ENGINE, Role.READER, Role.BACKUP, Role.MEMBER))
            {
                assertFalse(CommandRights.has(role, templateId), role + " id " + templateId);
            }
        }
    }

    @Test
    void shouldAdmitOnlyTheGatewayIdOfThePrincipal()
    {
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[128]);
        final CommandHeaderEncoder header =
            new AdvanceTimeEncoder().wrapAndApplyHeader(buffer, 8, new MessageHeaderEncoder()).header();
        header.stampedNs(0).receivedNs(0).sequence(0).sessionId(0).partition(0);
        for (final Principal principal :
            List.of(Principal.OPERATOR, Principal.gateway(1), Principal.gateway(65_000), Principal.CLEARING))
        {
            for (final int gatewayId : new int[]{0, 1, 2, 65_000, 65_001, 65_535})
            {
                header.gatewayId(gatewayId);
                assertEquals(gatewayId == principal.number(), CommandGate.admits(principal, buffer, 8),
                    principal + " " + gatewayId);
            }
        }
        header.gatewayId(2);
        assertThrows(IllegalArgumentException.class, () -> CommandGate.check(Principal.gateway(1), buffer, 8));
    }

    @Test
    void shouldReadItsOwnTextAndNothingElse()
    {
        for (final Principal principal : CredentialStore.STANDARD)
        {
            assertEquals(principal, Principal.parse(principal.text()));
        }
        for (final String text : List.of("", "gateway", "gateway-", "gateway-0", "gateway-01", "gateway-65001",
            "gateway--1", "Operator", "operator ", "operator\n", "../operator", "gateway-1.key"))
        {
            assertNull(Principal.parse(text), text);
        }
        assertNull(Principal.ofGatewayId(65_001));
        assertEquals(Principal.CLEARING, Principal.ofGatewayId(65_535));
    }
}
