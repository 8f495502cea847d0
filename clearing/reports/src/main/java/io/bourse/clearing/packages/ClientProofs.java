// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.packages;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/**
 * The hash tree of one package, from the lines of its files.
 */
final class ClientProofs
{
    private final ClientTree tree;
    private final List<String> files;

    private ClientProofs(final ClientTree tree, final List<String> files)
    {
        this.tree = tree;
        this.files = files;
    }

    /** Reads all files that have lines of clients; other files are passed over. */
    static ClientProofs of(final Path directory, final List<String> names, final byte[] secret) throws IOException
    {
        return of(directory, names, secret, Map.of());
    }

    /** Does not read the files whose chains, by name, are known already. */
    static ClientProofs of(
        final Path directory, final List<String> names, final byte[] secret, final Map<String, LineChain> known)
        throws IOException
    {
        final List<String> files = new ArrayList<>();
        final List<LineChain> chains = new ArrayList<>();
        for (final String name : names.stream().filter(ReportLines::isReport).sorted().toList())
        {
            final LineChain chain =
                known.containsKey(name) ? known.get(name) : ReportLines.chain(directory.resolve(name));
            if (null != chain)
            {
                files.add(name);
                chains.add(chain);
            }
        }
        return new ClientProofs(ClientTree.of(secret, chains), List.copyOf(files));
    }

    ClientTree tree()
    {
        return tree;
    }

    /** As the manifest tells of it. */
    PackageManifest.Proofs described()
    {
        return new PackageManifest.Proofs(tree.size(), HexFormat.of().formatHex(tree.root()), files);
    }
}
