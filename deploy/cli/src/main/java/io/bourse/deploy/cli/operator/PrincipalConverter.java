// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.operator;

import io.bourse.engine.security.Principal;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Reads the name of a principal that has a key file.
 */
final class PrincipalConverter implements ITypeConverter<Principal>
{
    @Override
    public Principal convert(final String value)
    {
        final Principal principal = Principal.parse(value);
        if (null == principal || Principal.ENGINE.equals(principal))
        {
            throw new TypeConversionException("must be operator, clearing, reader, backup, member or gateway-N with N" +
                " from 1 to " + Principal.MAX_GATEWAY_ID + ": " + value);
        }
        return principal;
    }
}
