// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.files;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * A directory that only the user of this process can enter: whatever is below it, others can neither read it nor put
 * anything in its way.
 */
public final class OwnDirectory
{
    private static final FileAttribute<?> OWNER_ONLY =
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

    private OwnDirectory()
    {
    }

    /**
     * Makes a directory that an operator has named, or checks it when it is there. A link to it is followed if this
     * user or root has made the link.
     *
     * @param directory made with its parents if absent.
     * @throws UnsafeFileException when another user owns it or others can use it.
     * @throws IOException when it cannot be made or looked at.
     */
    public static void make(final Path directory) throws IOException
    {
        final Path absolute = directory.toAbsolutePath();
        if (!Files.isDirectory(absolute))
        {
            Files.createDirectories(absolute.getParent());
            createIfAbsent(absolute);
        }
        final FileStatus name = FileStatus.of(absolute, LinkOption.NOFOLLOW_LINKS);
        if (name.isLink() && !name.isOwn() && FileStatus.ROOT != name.uid())
        {
            throw new UnsafeFileException("this is a link of another user, name the directory itself: directory=" +
                absolute + " ownerUid=" + name.uid() + " uid=" + FileStatus.OWN_UID);
        }
        final FileStatus status = FileStatus.of(absolute);
        requireDirectory(absolute, status);
        if (!status.isOwn())
        {
            throw new UnsafeFileException("the directory belongs to another user, name another one or take it over" +
                " with chown -R " + FileStatus.OWN_UID + " " + FileStatus.quoted(absolute) + ": directory=" +
                absolute + " ownerUid=" + status.uid() + " uid=" + FileStatus.OWN_UID);
        }
        if (status.isOpenToOthers())
        {
            throw new UnsafeFileException("others than its owner can use the directory, prevent that with" +
                " chmod -R go= " + FileStatus.quoted(absolute) + ": directory=" + absolute + " mode=" +
                status.rights());
        }
    }

    /**
     * Makes a directory of this user in a place where every user can make names, such as {@code /dev/shm}, or checks it
     * when it is there. No link is followed: others know the name and may have been first.
     *
     * @param place that exists.
     * @param name of the directory; the number of the user follows it.
     * @return directory.
     * @throws UnsafeFileException when it is a link, another user owns it, others can use it, or others can rename it.
     * @throws IOException when it cannot be made or looked at.
     */
    public static Path makeInSharedPlace(final Path place, final String name) throws IOException
    {
        final Path directory = place.resolve(name + "-" + FileStatus.OWN_UID);
        final FileStatus around = FileStatus.of(place);
        if (around.letsOthersRename())
        {
            throw new UnsafeFileException("others can rename what is in this directory, prevent that with chmod +t " +
                FileStatus.quoted(place) + ": directory=" + place + " mode=" + around.rights());
        }
        createIfAbsent(directory);
        final FileStatus status = FileStatus.of(directory, LinkOption.NOFOLLOW_LINKS);
        if (!status.isDirectory() || !status.isOwn() || status.isOpenToOthers())
        {
            throw new UnsafeFileException("this must be a directory that only its owner can use, of the user of this" +
                " process, and no link; stop what uses it and remove it with rm -r " + FileStatus.quoted(directory) +
                ": directory=" + directory + " isLink=" + status.isLink() + " mode=" + status.rights() +
                " ownerUid=" + status.uid() + " uid=" + FileStatus.OWN_UID);
        }
        return directory;
    }

    /**
     * Whether something is a directory that this user has made for itself, and no link.
     *
     * @param directory to look at.
     * @return false also when there is nothing.
     */
    public static boolean isOwn(final Path directory)
    {
        try
        {
            final FileStatus status = FileStatus.of(directory, LinkOption.NOFOLLOW_LINKS);
            return status.isDirectory() && status.isOwn() && !status.isOpenToOthers();
        }
        catch (final IOException ex)
        {
            return false;
        }
    }

    private static void createIfAbsent(final Path directory) throws IOException
    {
        try
        {
            Files.createDirectory(directory, OWNER_ONLY);
        }
        catch (final FileAlreadyExistsException ignored)
        {
            // Of an earlier run, of another process, or of another user: the checks find out.
            return;
        }
    }

    private static void requireDirectory(final Path path, final FileStatus status) throws UnsafeFileException
    {
        if (!status.isDirectory())
        {
            throw new UnsafeFileException("this is no directory, name another one: directory=" + path);
        }
    }
}
