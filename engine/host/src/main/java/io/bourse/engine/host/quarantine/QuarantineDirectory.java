// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.quarantine;

import io.bourse.engine.client.operator.Quarantine;
import io.bourse.engine.host.storage.DiskAccess;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The directory {@code quarantine} of a data directory: one file for each quarantine, and the key that signs them. Each
 * signature covers the one before it, so that none can be taken out unseen. Members of a cluster have copies of one
 * directory.
 */
public final class QuarantineDirectory
{
    /** Name below the data directory. */
    public static final String NAME = "quarantine";
    /** File of the key. */
    public static final String KEY_NAME = "quarantine.key";

    private static final Logger LOGGER = LoggerFactory.getLogger(QuarantineDirectory.class);
    private static final String SUFFIX = ".properties";

    private final Path directory;
    private final int partition;

    /**
     * The quarantines of a data directory.
     *
     * @param dataDir of an engine.
     * @param partition that it serves.
     */
    public QuarantineDirectory(final Path dataDir, final int partition)
    {
        directory = dataDir.resolve(NAME);
        this.partition = partition;
    }

    /**
     * Whether there ever was a quarantine.
     *
     * @return false when there is nothing to load.
     */
    public boolean exists()
    {
        return Files.isDirectory(directory);
    }

    /**
     * Reads all quarantines and checks who has signed them.
     *
     * @param journalled quarantines of the history; they stand in for files that are gone.
     * @return quarantines.
     * @throws QuarantineException when an approval is not good.
     */
    public Quarantines load(final List<Quarantine> journalled)
    {
        if (!exists())
        {
            return Quarantines.NONE;
        }
        final Map<Long, Quarantine> known = new TreeMap<>();
        final List<Quarantine> files = readFiles();
        journalled.forEach(quarantine -> known.put(quarantine.position(), quarantine));
        files.stream().filter(Quarantine::isApproved).forEach(file -> known.put(file.position(), file));
        final List<Quarantine> requested = files.stream().filter(file -> !file.isApproved()).toList();
        if (known.isEmpty())
        {
            return new Quarantines(List.of(), requested);
        }
        final QuarantineKey key = key();
        final List<Quarantine> approved = new ArrayList<>();
        String former = "";
        for (final Quarantine quarantine : known.values())
        {
            if (sign(key, quarantine, former).equals(quarantine.signature()))
            {
                approved.add(quarantine);
                former = quarantine.signature();
            }
            else if (files.contains(quarantine))
            {
                throw new QuarantineException("the signature of the quarantine does not fit: it was changed, the" +
                    " quarantine before it was removed, or the key is another one; restore the directory from a copy:" +
                    " file=" + file(quarantine.position()));
            }
            else
            {
                LOGGER.warn("a quarantine of the history is not signed by this key: {}",
                    Quarantines.describe(quarantine));
            }
        }
        return new Quarantines(List.copyOf(approved), requested);
    }

    /**
     * Approves a quarantine and signs it. Nothing is written but the key, when there is none.
     *
     * @param before quarantines of the history, those that only the history has included.
     * @param request that was asked for.
     * @param approver another person.
     * @param nowNs nanoseconds since the Unix epoch.
     * @return the approved one.
     * @throws QuarantineException when the approver asked for it, or a later command is quarantined already.
     */
    public Quarantine approve(
        final Quarantines before, final Quarantine request, final String approver, final long nowNs)
    {
        final Quarantine last = before.approved().isEmpty() ? null : before.approved().getLast();
        if (null != last && last.position() >= request.position())
        {
            throw new QuarantineException("a later command is quarantined already: position=" + request.position() +
                " lastQuarantinedPosition=" + last.position());
        }
        final Quarantine unsigned = approved(request, approver, nowNs, "");
        requireTwoPeople(unsigned);
        return DiskAccess.get("cannot make the quarantine key: directory=" + directory, () ->
        {
            final String signature = sign(StoredKey.openOrCreate(directory.resolve(KEY_NAME)), unsigned,
                null == last ? "" : last.signature());
            return approved(request, approver, nowNs, signature);
        });
    }

    private static Quarantine approved(
        final Quarantine request, final String approver, final long nowNs, final String signature)
    {
        return new Quarantine(request.partition(), request.position(), request.templateId(), request.sha256(),
            request.requester(), request.requestedNs(), request.reason(), approver, nowNs, signature);
    }

    private QuarantineKey key()
    {
        final Path file = directory.resolve(KEY_NAME);
        return DiskAccess.get("cannot read the quarantine key: file=" + file, () ->
        {
            if (!Files.exists(file))
            {
                throw new QuarantineException("the key that signed the quarantines is missing, copy it together with" +
                    " them: file=" + file);
            }
            return StoredKey.open(file);
        });
    }

    private static String sign(final QuarantineKey key, final Quarantine quarantine, final String former)
    {
        final String content = text(quarantine) + "former=" + former + '\n';
        return HexFormat.of().formatHex(key.sign(content.getBytes(StandardCharsets.UTF_8)));
    }

    private Path file(final long position)
    {
        return directory.resolve(position + SUFFIX);
    }

    private static String text(final Quarantine quarantine)
    {
        return "partition=" + quarantine.partition() + '\n' +
            "position=" + quarantine.position() + '\n' +
            "templateId=" + quarantine.templateId() + '\n' +
            "sha256=" + quarantine.sha256() + '\n' +
            "requester=" + quarantine.requester() + '\n' +
            "requestedNs=" + quarantine.requestedNs() + '\n' +
            "reason=" + quarantine.reason() + '\n' +
            (quarantine.isApproved() ? "approver=" + quarantine.approver() + '\n' +
            "approvedNs=" + quarantine.approvedNs() + '\n' : "");
    }

    /**
     * Writes a quarantine in place of what is there about the same command.
     *
     * @param quarantine asked for, or approved.
     */
    public void write(final Quarantine quarantine)
    {
        final Path file = file(quarantine.position());
        DiskAccess.run("cannot write the quarantine: file=" + file, () ->
        {
            Files.createDirectories(directory);
            DiskAccess.replace(file, file.resolveSibling(file.getFileName() + ".draft"),
                "# Keep this file, and copy the directory to every member of the cluster.\n" + text(quarantine) +
                (quarantine.isApproved() ? "signature=" + quarantine.signature() + '\n' : ""));
            DiskAccess.force(directory);
        });
    }

    private List<Quarantine> readFiles()
    {
        return DiskAccess.list("cannot list the quarantines: directory=" + directory, directory).stream()
            .filter(file -> file.getFileName().toString().endsWith(SUFFIX))
            .map(this::read)
            .sorted(Comparator.comparingLong(Quarantine::position))
            .toList();
    }

    private Quarantine read(final Path file)
    {
        final Map<String, String> values = new HashMap<>();
        DiskAccess.run("cannot read the quarantine: file=" + file, () ->
        {
            for (final String line : Files.readAllLines(file))
            {
                final int separator = line.indexOf('=');
                if (separator > 0 && !line.startsWith("#"))
                {
                    values.put(line.substring(0, separator), line.substring(separator + 1));
                }
            }
        });
        final Quarantine quarantine = parsed(file, values);
        if (partition != quarantine.partition() || !file.equals(file(quarantine.position())))
        {
            throw new QuarantineException("the quarantine is of another partition or position: file=" + file +
                " partition=" + quarantine.partition() + " ownPartition=" + partition + " position=" +
                quarantine.position());
        }
        if (quarantine.isApproved())
        {
            requireTwoPeople(quarantine);
        }
        return quarantine;
    }

    private static Quarantine parsed(final Path file, final Map<String, String> values)
    {
        try
        {
            final String approver = values.get("approver");
            final Quarantine quarantine = new Quarantine(
                Integer.parseInt(values.get("partition")),
                Long.parseLong(values.get("position")),
                Integer.parseInt(values.get("templateId")),
                values.get("sha256"),
                Quarantine.checkedName(values.get("requester")),
                Long.parseLong(values.get("requestedNs")),
                Quarantine.checkedReason(values.get("reason")),
                null == approver ? null : Quarantine.checkedName(approver),
                null == approver ? 0 : Long.parseLong(values.get("approvedNs")),
                null == approver ? null : values.get("signature"));
            quarantine.digest();
            return quarantine;
        }
        catch (final IllegalArgumentException | NullPointerException ex)
        {
            throw new QuarantineException("the quarantine cannot be read, restore it from a copy: file=" + file +
                " reason=\"" + ex.getMessage() + "\"");
        }
    }

    private static void requireTwoPeople(final Quarantine quarantine)
    {
        if (quarantine.requester().equalsIgnoreCase(quarantine.approver()))
        {
            throw new QuarantineException("requester and approver are one: position=" + quarantine.position() +
                " requester=" + quarantine.requester());
        }
    }
}
