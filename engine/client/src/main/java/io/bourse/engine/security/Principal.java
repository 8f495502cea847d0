// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.security;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Who connects, or who sent a command. In a command it stands as the gateway id of the header.
 *
 * @param role what it is for.
 * @param number gateway id of its commands; {@link #NONE} when it sends none.
 */
public record Principal(Role role, int number)
{
    /** Number of a principal that sends no commands. */
    public static final int NONE = -1;
    /** Highest gateway id. */
    public static final int MAX_GATEWAY_ID = 65_000;
    /** The owner of an archive. */
    public static final Principal ENGINE = new Principal(Role.ENGINE, NONE);
    public static final Principal OPERATOR = new Principal(Role.OPERATOR, 0);
    /** Clearing services. */
    public static final Principal CLEARING = new Principal(Role.CLEARING, 65_535);
    /** Moves collateral between partitions. */
    public static final Principal REBALANCER = new Principal(Role.REBALANCER, 65_534);
    /** Whatever only follows. */
    public static final Principal READER = new Principal(Role.READER, NONE);
    public static final Principal BACKUP = new Principal(Role.BACKUP, NONE);
    /** Members of a cluster among themselves. */
    public static final Principal MEMBER = new Principal(Role.MEMBER, NONE);

    private static final Principal[] SINGLE_SENDERS = {OPERATOR, CLEARING, REBALANCER};
    private static final char SEPARATOR = '-';
    private static final String LIST_SEPARATOR = ",";
    private static final int MOST_OF_A_CONNECTION = 16;

    /**
     * A principal.
     *
     * @throws IllegalArgumentException when the number is not one of the role.
     */
    public Principal
    {
        final boolean isGood = switch (role)
        {
            case OPERATOR -> 0 == number;
            case CLEARING -> 65_535 == number;
            case REBALANCER -> 65_534 == number;
            case GATEWAY -> number >= 1 && number <= MAX_GATEWAY_ID;
            case ENGINE, READER, BACKUP, MEMBER -> NONE == number;
        };
        if (!isGood)
        {
            throw new IllegalArgumentException("the number is not one of the role, a gateway has 1 to " +
                MAX_GATEWAY_ID + ": role=" + role.text() + " number=" + number);
        }
    }

    /**
     * A gateway.
     *
     * @param gatewayId from 1 to {@link #MAX_GATEWAY_ID}.
     * @return principal.
     */
    public static Principal gateway(final int gatewayId)
    {
        return new Principal(Role.GATEWAY, gatewayId);
    }

    /**
     * The principal that a command names as its sender.
     *
     * @param gatewayId of the command's header.
     * @return principal, or null when no principal has this number.
     */
    public static Principal ofGatewayId(final int gatewayId)
    {
        for (final Principal single : SINGLE_SENDERS)
        {
            if (gatewayId == single.number)
            {
                return single;
            }
        }
        return gatewayId > MAX_GATEWAY_ID ? null : gateway(gatewayId);
    }

    /**
     * Reads the text form.
     *
     * @param text such as {@code operator} or {@code gateway-1}.
     * @return principal, or null when there is none of that name.
     */
    public static Principal parse(final String text)
    {
        for (final Role role : Role.values())
        {
            if (Role.GATEWAY != role && role.text().equals(text))
            {
                return of(role);
            }
        }
        final String prefix = Role.GATEWAY.text() + SEPARATOR;
        final String digits = text.startsWith(prefix) ? text.substring(prefix.length()) : "";
        if (!digits.matches("[1-9][0-9]{0,4}") || Integer.parseInt(digits) > MAX_GATEWAY_ID)
        {
            return null;
        }
        return gateway(Integer.parseInt(digits));
    }

    /** The text form of those that one connection is for. */
    static String texts(final List<Principal> principals)
    {
        return principals.stream().map(Principal::text).collect(Collectors.joining(LIST_SEPARATOR));
    }

    /** Those that one connection is for, or null when a name is not one, is there twice, or there are too many. */
    static List<Principal> parseAll(final String texts)
    {
        final Set<Principal> principals = new LinkedHashSet<>();
        for (final String text : texts.split(LIST_SEPARATOR, MOST_OF_A_CONNECTION))
        {
            final Principal principal = parse(text);
            if (null == principal || !principals.add(principal))
            {
                return null;
            }
        }
        return List.copyOf(principals);
    }

    private static Principal of(final Role role)
    {
        return switch (role)
        {
            case ENGINE -> ENGINE;
            case OPERATOR -> OPERATOR;
            case CLEARING -> CLEARING;
            case REBALANCER -> REBALANCER;
            case READER -> READER;
            case BACKUP -> BACKUP;
            case MEMBER -> MEMBER;
            case GATEWAY -> throw new IllegalArgumentException("a gateway has a number");
        };
    }

    /** Whether it may send commands at all. */
    boolean isSender()
    {
        return NONE != number;
    }

    /**
     * The text form.
     *
     * @return such as {@code operator} or {@code gateway-1}.
     */
    public String text()
    {
        return Role.GATEWAY == role ? role.text() + SEPARATOR + number : role.text();
    }

    /** The text form in ASCII. */
    byte[] bytes()
    {
        return text().getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    public String toString()
    {
        return text();
    }
}
