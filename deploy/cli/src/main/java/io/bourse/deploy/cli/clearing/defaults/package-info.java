// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Commands of the default of a member.
 */
package io.bourse.deploy.cli.clearing.defaults;
