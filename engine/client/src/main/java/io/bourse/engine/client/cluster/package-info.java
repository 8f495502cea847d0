// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * How a component talks to an engine that runs as a cluster: commands go to whichever member leads, events come from a
 * member on this machine, and a component does not see the difference to one engine in one process. The client keeps
 * every command until its event group is seen; when it is in doubt whether the commands on their way have arrived, it
 * finds out by a command of its own and sends again those, and only those, that have not.
 */
package io.bourse.engine.client.cluster;
