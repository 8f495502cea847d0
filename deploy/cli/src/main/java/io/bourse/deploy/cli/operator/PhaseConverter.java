// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.operator;

import io.bourse.deploy.cli.support.NameConverter;
import io.bourse.engine.protocol.Phase;

import java.util.List;

/**
 * Phases.
 */
final class PhaseConverter extends NameConverter<Phase>
{
    PhaseConverter()
    {
        super(Phase.class, "phase", List.of(Phase.NULL_VAL));
    }
}
