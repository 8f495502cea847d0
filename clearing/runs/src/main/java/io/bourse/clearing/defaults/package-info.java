// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The default of a member (rules 1.8): who is declared a defaulter, which clients go to other members, who takes over
 * the rest, and who bears the loss. Plans are files that a second pair of eyes has approved; the next run carries them
 * out.
 */
package io.bourse.clearing.defaults;
