// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The language of the engine: the SBE schema {@code bourse-engine.xml} (in this package's resources), its generated
 * flyweights, and the few conventions that a schema cannot express.
 */
package io.bourse.engine.protocol;
