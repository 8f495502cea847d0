// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.operators.acts;

import io.bourse.clearing.PreconditionException;
import io.bourse.clearing.run.audit.OperatorRole;
import io.bourse.clearing.run.audit.Operators;
import io.bourse.clearing.run.audit.RegisteredOperator;
import io.bourse.deploy.operators.DemoOperators;
import io.bourse.deploy.operators.VenueOperators;
import io.bourse.deploy.operators.forms.CodeForm;
import io.bourse.deploy.operators.forms.FormException;
import io.bourse.deploy.operators.forms.Forms;
import io.bourse.engine.client.operator.OperatorAdministration;
import io.bourse.engine.client.operator.OperatorSpec;
import io.bourse.engine.protocol.FeatureLevels;

import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * One operator of the venue is defined anew, by an administrator.
 */
public sealed interface OperatorChange extends Act<OperatorChange.Defined>
    permits OperatorChange.Add, OperatorChange.Roles, OperatorChange.Revoke, OperatorChange.Rotate
{
    /**
     * The operator as it is now.
     *
     * @param roles all of them.
     * @param active false when the key counts for nothing.
     * @param fingerprint of the key.
     * @param firm brokerage firm of a member's risk officer; null of others.
     */
    record Defined(String name, List<String> roles, boolean active, String fingerprint, String firm)
    {
    }

    /**
     * Adds an operator.
     *
     * @param roles at least one; member-risk-officer alone, with a firm.
     * @param firm brokerage firm of a member's risk officer, who acts for it alone; null of others.
     * @param publicKey hexadecimal, as `bourse operators init` prints it.
     */
    record Add(String name, List<String> roles, String publicKey, String firm) implements OperatorChange
    {
        /** Checks the form. */
        public Add
        {
            Forms.given("name", name);
            roles = checked(roles);
            publicKey = checkedKey(publicKey);
            final boolean isOfficer = roles.contains(OFFICER);
            Forms.require(!isOfficer || 1 == roles.size(), "roles", "member-risk-officer goes with no other role");
            Forms.require(isOfficer == (null != firm), "firm",
                isOfficer ? "member-risk-officer needs {firm}" : "{firm} goes with the role member-risk-officer only");
            if (null != firm)
            {
                CodeForm.BROKERAGE_FIRM.require("firm", firm);
            }
        }

        @Override
        public OperatorSpec spec(final Operators register)
        {
            final RegisteredOperator present = register.byName().get(name);
            if (null != present)
            {
                throw new PreconditionException("there is such an operator already; another key: `bourse operators " +
                    "rotate`: operator=" + name + " operatorId=" + present.id());
            }
            final int id = 1 + register.byName().values().stream().mapToInt(RegisteredOperator::id).max().orElse(0);
            return new OperatorSpec(
                id, name, OperatorRole.bits(of(roles)), true, HexFormat.of().parseHex(publicKey), firm);
        }
    }

    /**
     * Replaces the roles of an operator; key and state stay.
     *
     * @param roles all from now on, at least one.
     */
    record Roles(String name, List<String> roles) implements OperatorChange
    {
        /** Checks the form. */
        public Roles
        {
            Forms.given("name", name);
            roles = checked(roles);
            Forms.require(!roles.contains(OFFICER), "roles",
                "a risk officer of a member is added as such, with his firm, and is never an operator of the venue");
        }

        @Override
        public OperatorSpec spec(final Operators register)
        {
            final RegisteredOperator present = require(register, name);
            if (null != present.firm())
            {
                throw new PreconditionException("a risk officer of a member has no other role, nothing was changed: " +
                    "operator=" + name + " firm=" + present.firm());
            }
            final Set<OperatorRole> wanted = of(roles);
            if (wanted.equals(present.roles()))
            {
                throw new PreconditionException("the operator has these roles already, nothing was changed: operator=" +
                    name + " roles=" + String.join(",", texts(wanted)));
            }
            return new OperatorSpec(
                present.id(), name, OperatorRole.bits(wanted), present.isActive(), lastKey(present));
        }
    }

    /** From now on the operator's signatures count for nothing. */
    record Revoke(String name) implements OperatorChange
    {
        /** Checks the form. */
        public Revoke
        {
            Forms.given("name", name);
        }

        @Override
        public OperatorSpec spec(final Operators register)
        {
            final RegisteredOperator present = require(register, name);
            return new OperatorSpec(
                present.id(), name, OperatorRole.bits(present.roles()), false, lastKey(present), present.firm());
        }
    }

    /**
     * Puts another key of an operator in force; a revoked one is active again with it.
     *
     * @param publicKey hexadecimal, as `bourse operators init` prints it.
     */
    record Rotate(String name, String publicKey) implements OperatorChange
    {
        /** Checks the form. */
        public Rotate
        {
            Forms.given("name", name);
            publicKey = checkedKey(publicKey);
        }

        @Override
        public OperatorSpec spec(final Operators register)
        {
            final RegisteredOperator present = require(register, name);
            return new OperatorSpec(present.id(), name, OperatorRole.bits(present.roles()), true,
                HexFormat.of().parseHex(publicKey), present.firm());
        }
    }

    /** Role of a person of a member. */
    String OFFICER = OperatorRole.MEMBER_RISK_OFFICER.text();

    /** Name of the operator. */
    String name();

    /** The operator as it is to be. */
    OperatorSpec spec(Operators register);

    @Override
    default String target(final ActContext context)
    {
        return name();
    }

    @Override
    default Defined execute(final ActContext context)
    {
        final Operators register = VenueOperators.read(context.dataDir());
        final OperatorSpec spec = spec(register);
        requireAdministrator(register, spec);
        if (null != spec.firm())
        {
            context.requireLevel(FeatureLevels.DELEGATED);
            context.settings().requireFirm(spec.firm());
        }
        new OperatorAdministration(context.operator()).define(spec);
        return new Defined(spec.name(), texts(OperatorRole.ofBits(spec.roles())), spec.isActive(),
            RegisteredOperator.fingerprint(spec.publicKey()), spec.firm());
    }

    /** The engine refuses it too, and cannot say why. */
    private static void requireAdministrator(final Operators register, final OperatorSpec changed)
    {
        final Set<String> administrators = register.administrators();
        if (administrators.equals(Set.of(changed.name())) && !(changed.isActive() &&
            OperatorRole.ofBits(changed.roles()).contains(OperatorRole.ADMINISTRATOR)))
        {
            throw new PreconditionException("this is the last administrator, without one no operator could be added " +
                "or changed; nothing was changed. Make another one first, by `bourse operators add` or `bourse " +
                "operators roles`: operator=" + changed.name());
        }
    }

    private static RegisteredOperator require(final Operators register, final String name)
    {
        final RegisteredOperator present = register.byName().get(name);
        if (null == present)
        {
            throw new PreconditionException("the venue has no such operator: operator=" + name + " known=" +
                register.byName().keySet());
        }
        return present;
    }

    private static byte[] lastKey(final RegisteredOperator operator)
    {
        return HexFormat.of().parseHex(operator.keys().getLast().publicKey());
    }

    private static String checkedKey(final String publicKey)
    {
        final String key = Forms.given("publicKey", publicKey).toLowerCase(Locale.ROOT);
        Forms.require(key.matches("([0-9a-f]{2})+"), "publicKey",
            "a public key is hexadecimal, as `bourse operators init` prints it");
        Forms.require(!DemoOperators.isDemoKey(key), "publicKey",
            "everybody has the keys of demo operators, bring another one");
        return key;
    }

    private static List<String> checked(final List<String> roles)
    {
        Forms.require(null != roles && !roles.isEmpty(), "roles", "{roles} is needed");
        try
        {
            of(roles);
        }
        catch (final IllegalArgumentException ex)
        {
            throw new FormException("roles", ex.getMessage());
        }
        return List.copyOf(roles);
    }

    private static Set<OperatorRole> of(final List<String> names)
    {
        final Set<OperatorRole> roles = EnumSet.noneOf(OperatorRole.class);
        names.forEach(name -> roles.add(OperatorRole.of(name)));
        return roles;
    }

    private static List<String> texts(final Set<OperatorRole> roles)
    {
        return roles.stream().map(OperatorRole::text).toList();
    }
}
