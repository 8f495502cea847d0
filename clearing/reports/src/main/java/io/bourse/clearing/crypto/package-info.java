// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Keys, signatures and encryption of clearing: an authority and signing keys that operators make, detached CMS
 * signatures and their verification against a trust anchor, encryption to the certificates of members. Ciphers and
 * signatures by the platform where it has them, structures and GOST algorithms by BouncyCastle.
 */
package io.bourse.clearing.crypto;
