// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.operators;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigParseOptions;
import io.bourse.clearing.crypto.PersonalKey;
import io.bourse.clearing.run.audit.OperatorRole;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.operator.OperatorClient;
import io.bourse.engine.client.operator.OperatorRegister;
import io.bourse.engine.client.operator.OperatorSpec;

import java.util.Collections;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;

/**
 * Operators of the demo venue. Everybody has their keys, so no other venue takes them.
 */
public final class DemoOperators
{
    /** Who acts in the demo venue unless another operator is named. */
    public static final String OPERATOR = "anna";
    /** Who approves in the demo venue unless another operator is named. */
    public static final String APPROVER = "boris";

    /** Who keeps the register of the demo venue unless another operator is named. */
    public static final String ADMINISTRATOR = "clara";

    private static final List<Demo> ALL = read();

    /**
     * One of them.
     *
     * @param id in the register.
     * @param roles what the operator may do.
     */
    public record Demo(int id, Set<OperatorRole> roles, OperatorKey key)
    {
    }

    private DemoOperators()
    {
    }

    /** All of them, by id. */
    public static List<Demo> all()
    {
        return ALL;
    }

    /** All of them, as the register of a venue has them. */
    public static List<OperatorSpec> specs()
    {
        return ALL.stream().map(demo -> new OperatorSpec(demo.id(), demo.key().name(),
            OperatorRole.bits(demo.roles()), true, demo.key().key().publicKey())).toList();
    }

    /**
     * Key of one of them.
     *
     * @throws IllegalArgumentException when there is none of the name.
     */
    public static OperatorKey key(final String name)
    {
        return ALL.stream().map(Demo::key).filter(key -> key.name().equals(name)).findFirst().orElseThrow(() ->
            new IllegalArgumentException("the demo venue has no such operator: operator=" + name));
    }

    /** Whether a public key, hexadecimal, is one that everybody can sign with. */
    public static boolean isDemoKey(final String publicKey)
    {
        return ALL.stream().anyMatch(demo -> demo.key().publicKey().equals(publicKey));
    }

    /**
     * A client of anna.
     *
     * @param client of the engine of a demo venue; used, not owned.
     * @param timeoutNs longest wait for an outcome.
     * @return client that signs.
     */
    public static OperatorClient client(final EngineClient client, final long timeoutNs)
    {
        final OperatorRegister register = OperatorRegister.read(client);
        if (!register.isInForce())
        {
            return new OperatorClient(client, timeoutNs);
        }
        final OperatorSpec operator = register.operator(OPERATOR);
        if (null == operator)
        {
            throw new IllegalStateException("the venue is not the demo one, its operators are others: operators=" +
                register.operators().stream().map(OperatorSpec::name).toList());
        }
        return new OperatorClient(
            client, timeoutNs, new VenueSigner(operator.operatorId(), register.venueId(), key(OPERATOR)));
    }

    private static List<Demo> read()
    {
        return ConfigFactory.parseResources(DemoOperators.class.getClassLoader(), "operators/demo.conf",
            ConfigParseOptions.defaults().setAllowMissing(false)).getConfigList("demo-operators").stream()
            .map(DemoOperators::demo).toList();
    }

    private static Demo demo(final Config config)
    {
        final Set<OperatorRole> roles = EnumSet.noneOf(OperatorRole.class);
        config.getStringList("roles").forEach(role -> roles.add(OperatorRole.of(role)));
        return new Demo(config.getInt("id"), Collections.unmodifiableSet(roles), new OperatorKey(
            config.getString("name"), PersonalKey.of(HexFormat.of().parseHex(config.getString("private-key")),
                HexFormat.of().parseHex(config.getString("public-key")))));
    }
}
