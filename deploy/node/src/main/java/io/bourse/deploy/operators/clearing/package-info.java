// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What operators of clearing do: runs in processes of their own, instructions about money and assets, defaults. The
 * records that are acts are forms, as those of {@code io.bourse.deploy.operators.acts}.
 */
package io.bourse.deploy.operators.clearing;
