// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Files and directories that belong to the user of the process alone: what a process makes
 * ({@link io.bourse.engine.files.Umask}), where it works ({@link io.bourse.engine.files.OwnDirectory}), and secrets
 * that it reads ({@link io.bourse.engine.files.SecretFile}). It knows nothing of a venue.
 */
package io.bourse.engine.files;
