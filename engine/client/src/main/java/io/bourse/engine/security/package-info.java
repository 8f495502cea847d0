// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Who may do what. A {@link io.bourse.engine.security.Principal} proves who it is with a secret of the
 * {@link io.bourse.engine.security.CredentialStore}; the secret itself never leaves its process. What a principal may
 * then ask of an archive, of a cluster and of the core stands in one table each.
 */
package io.bourse.engine.security;
