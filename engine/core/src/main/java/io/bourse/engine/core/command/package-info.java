// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Commands as they come in: their envelope, the table of those that exist and who handles each, and checks
 * of their fields.
 */
package io.bourse.engine.core.command;
