// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Persons behind the operators' commands: their register, the policy of who may do what, and the verification of what
 * they sign.
 */
package io.bourse.engine.core.operator;
