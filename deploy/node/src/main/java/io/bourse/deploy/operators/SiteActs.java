// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.operators;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import io.bourse.clearing.PreconditionException;
import io.bourse.clearing.crypto.OwnerFiles;
import io.bourse.clearing.file.Digests;
import io.bourse.clearing.json.Json;
import io.bourse.clearing.run.audit.Approval;
import io.bourse.clearing.run.audit.ApprovalRequest;
import io.bourse.clearing.run.audit.ApprovalStep;
import io.bourse.clearing.run.audit.Approvals;
import io.bourse.clearing.run.audit.OperatorSigner;
import io.bourse.clearing.run.audit.Operators;
import io.bourse.deploy.config.VenueConfig;
import io.bourse.engine.files.OwnDirectory;
import io.bourse.engine.host.site.FileCopy;
import io.bourse.engine.host.storage.BackupMark;
import io.bourse.engine.host.storage.DiskAccess;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.LongSupplier;

/**
 * Acts by which a venue moves to its other site, or is made of a copy: signed by an operator, approved by another one
 * where the policy wants it, verified by the register in the history at hand, which may be a copy. Each is
 * {@code site-acts/N/act.json} with its signatures, and is done once.
 */
public final class SiteActs
{
    /** Name of their directory. */
    public static final String DIRECTORY = "site-acts";
    private static final String FILE_NAME = "act.json";
    private static final String TAKEN = "taken";

    private final Path directory;
    private final int former;
    private final Operators register;
    private final boolean needsApproval;
    private final LongSupplier clockMs;

    /** What is done. */
    public enum Kind
    {
        /** The venue is stopped for the other site to take over. */
        HAND_OVER,
        /** It starts here again, because the other site has not taken over. */
        TAKE_BACK,
        /** A copy becomes the venue, of the next term. */
        FAILOVER,
        /** The data directory of a venue, or of one of its members, is made of a copy. */
        RESTORE;

        /** Whether a copy is what it is about. */
        private boolean isOfCopy()
        {
            return FAILOVER == this || RESTORE == this;
        }

        /** Name in texts. */
        public String text()
        {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /**
     * What is signed.
     *
     * @param number from 1.
     * @param term that the venue has, or gets.
     * @param logPosition end of the copied log; 0 without a copy.
     * @param eventPosition end of the copied events; 0 without a copy.
     * @param wholeMs up to when the copy lacks nothing, milliseconds since 1970; 0 without a copy, -1 when not known.
     * @param isPlanned whether the venue was handed over.
     * @param requester who asks.
     * @param despite members of the other site that answer, and that it is done in spite of; empty, and not written,
     *     when none does.
     */
    @JsonPropertyOrder({"number", "kind", "term", "logPosition", "eventPosition", "wholeMs", "isPlanned", "requester",
        "despite"})
    public record Act(
        int number,
        Kind kind,
        long term,
        long logPosition,
        long eventPosition,
        long wholeMs,
        boolean isPlanned,
        String requester,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) String despite)
    {
        /**
         * Reads what former versions have not written.
         */
        public Act
        {
            despite = null == despite ? "" : despite;
        }

        /**
         * One while no member of the other site answers.
         *
         * @param number from 1.
         * @param kind of it.
         * @param term that the venue has, or gets.
         * @param logPosition end of the copied log.
         * @param eventPosition end of the copied events.
         * @param wholeMs up to when the copy lacks nothing.
         * @param isPlanned whether the venue was handed over.
         * @param requester who asks.
         */
        public Act(
            final int number,
            final Kind kind,
            final long term,
            final long logPosition,
            final long eventPosition,
            final long wholeMs,
            final boolean isPlanned,
            final String requester)
        {
            this(number, kind, term, logPosition, eventPosition, wholeMs, isPlanned, requester, "");
        }

        /**
         * One without a copy.
         *
         * @param kind of it.
         * @param term of the venue.
         */
        public Act(final Kind kind, final long term)
        {
            this(0, kind, term, 0, 0, 0, false, "");
        }

        private Act of(final int newNumber, final String newRequester)
        {
            return new Act(
                newNumber, kind, term, logPosition, eventPosition, wholeMs, isPlanned, newRequester, despite);
        }

        @Override
        public String toString()
        {
            return number + "  " + kind.text() + " term=" + term + (!kind.isOfCopy() ? "" :
                " planned=" + isPlanned + " logPosition=" + logPosition + " eventPosition=" + eventPosition) +
                (despite.isEmpty() ? "" : " despite=" + despite);
        }
    }

    /**
     * An act and who has signed it.
     *
     * @param request with the signature of who has asked.
     * @param approval of another operator; null for none.
     * @param isGenuine whether operators have signed exactly this, each at the time.
     * @param isTaken whether it was begun.
     */
    public record Signed(Act act, ApprovalRequest request, Approval approval, boolean isGenuine, boolean isTaken)
    {
    }

    private SiteActs(
        final Path dataDir, final Path files, final Operators register, final boolean canBeApproved)
    {
        this(dataDir, dataDir.equals(files) ? 0 : lastOfCopied(dataDir), register,
            canBeApproved && VenuePolicy.of(files).isSiteApproved(), System::currentTimeMillis);
    }

    SiteActs(
        final Path dataDir,
        final int former,
        final Operators register,
        final boolean needsApproval,
        final LongSupplier clockMs)
    {
        directory = dataDir.resolve(DIRECTORY);
        this.former = former;
        this.register = register;
        this.needsApproval = needsApproval;
        this.clockMs = clockMs;
    }

    /**
     * Acts of a venue, or of what a copy of it is about to become.
     *
     * @param dataDir of a venue, or of its copy.
     * @return acts by the register that is there.
     * @throws IllegalStateException when events are damaged, or were purged and no snapshot is good.
     */
    public static SiteActs of(final Path dataDir)
    {
        return BackupMark.isSet(dataDir) ?
            new SiteActs(dataDir, dataDir.resolve(FileCopy.DIRECTORY), VenueOperators.ofCopy(dataDir), true) :
            new SiteActs(dataDir, dataDir, VenueOperators.read(dataDir), true);
    }

    /**
     * Acts of a copy whose register of operators may be lost: then founders of the venue sign, two where the policy
     * wants that and there are as many.
     *
     * @param backupDir directory of the copy.
     * @param founders of the configuration; none to require the register.
     * @return acts by the register that is there, or by founders.
     * @throws IllegalStateException when there is a register, and founders are to stand in for it, or none, and there
     *     are no founders.
     */
    public static SiteActs ofCopy(final Path backupDir, final List<VenueConfig.Founder> founders)
    {
        final SiteActs acts;
        try
        {
            acts = of(backupDir);
        }
        catch (final IllegalStateException ex)
        {
            if (founders.isEmpty())
            {
                throw new IllegalStateException(ex.getMessage() + "; take another copy, or have founders of the venue" +
                    " sign: --founders VENUE-FILE, see docs/backup.md", ex);
            }
            return new SiteActs(backupDir, backupDir.resolve(FileCopy.DIRECTORY), VenueOperators.ofFounders(founders),
                founders.size() > 1);
        }
        if (!founders.isEmpty())
        {
            throw new IllegalStateException("this copy has its register of operators: have them sign, without" +
                " --founders: backupDir=" + backupDir);
        }
        return acts;
    }

    /** Register of the venue. */
    public Operators register()
    {
        return register;
    }

    /**
     * Asks for an act. To ask for the same again, before it was done, changes nothing.
     *
     * @param wanted without number and requester.
     * @param signer who asks.
     * @return what was signed.
     * @throws IOException when files cannot be read or written.
     * @throws io.bourse.clearing.ApprovalException when the signer is no operator who may ask.
     */
    public Act ask(final Act wanted, final OperatorSigner signer) throws IOException
    {
        register.requireRequester(signer.name(), ApprovalStep.SITE);
        final int last = last(directory);
        if (last > 0 && !isTaken(last) && wanted.of(last, signer.name()).equals(read(last)))
        {
            request(last, signer);
            return read(last);
        }
        final Act act = wanted.of(Math.max(last, former) + 1, signer.name());
        OwnDirectory.make(directory);
        OwnDirectory.make(path(act.number()));
        OwnerFiles.write(file(act.number()), Json.bytes(act));
        request(act.number(), signer);
        return act;
    }

    private void request(final int number, final OperatorSigner signer) throws IOException
    {
        approvals(number).request(
            number, ApprovalStep.SITE, signer.name(), signer, FILE_NAME, clockMs.getAsLong());
    }

    /**
     * Requires that another operator has approved an act, where the policy wants that, and notes that it begins: no
     * signature is good for another time.
     *
     * @param act that was asked for.
     * @return who has approved; null when no one has to.
     * @throws IOException when files cannot be read or written.
     * @throws io.bourse.clearing.ApprovalException when it is not approved, or not any more.
     */
    public String take(final Act act) throws IOException
    {
        final String approver = requireApproved(act);
        OwnerFiles.write(path(act.number()).resolve(TAKEN),
            (Instant.ofEpochMilli(clockMs.getAsLong()) + "\n").getBytes(StandardCharsets.UTF_8));
        return approver;
    }

    /**
     * Requires that another operator has approved an act, where the policy wants that.
     *
     * @param act that was asked for.
     * @return who has approved; null when no one has to.
     * @throws io.bourse.clearing.ApprovalException when it is not approved, or not any more.
     */
    public String requireApproved(final Act act)
    {
        final Approvals approvals = approvals(act.number());
        return !needsApproval ? null :
            approvals.require(approvals.pending(ApprovalStep.SITE), clockMs.getAsLong()).approver();
    }

    /**
     * Whether an act was asked for, and has not begun.
     *
     * @return false when there is nothing to answer.
     */
    public boolean isWaiting()
    {
        final int last = last(directory);
        return last > 0 && !isTaken(last);
    }

    /**
     * Answers what was asked for last.
     *
     * @param approver who answers and signs; not who has asked.
     * @param approved false to refuse.
     * @param sha256 of what was looked at, or its beginning; null: of what the file holds now.
     * @return what was answered.
     * @throws IOException when files cannot be read or written.
     * @throws io.bourse.clearing.ApprovalException when the approver has asked for it, or has no role to approve.
     * @throws PreconditionException when nothing waits.
     */
    public Act answer(final OperatorSigner approver, final boolean approved, final String sha256) throws IOException
    {
        if (!isWaiting())
        {
            throw new PreconditionException("nothing waits for a second person: directory=" + directory);
        }
        final int last = last(directory);
        approvals(last).answer(ApprovalStep.SITE, approver, approved, sha256, clockMs.getAsLong());
        return read(last);
    }

    /**
     * All acts, of a copy those that are not the venue's.
     *
     * @return by number.
     * @throws IOException when files cannot be read.
     */
    public List<Signed> all() throws IOException
    {
        final List<Signed> all = new ArrayList<>();
        for (final int number : numbers(directory))
        {
            final Approvals approvals = approvals(number);
            final ApprovalRequest request = approvals.pending(ApprovalStep.SITE);
            if (null != request)
            {
                final Approval answer = approvals.answer(ApprovalStep.SITE);
                final Act act = read(number);
                final boolean isOfThis = act.number() == number && request.runId() == number &&
                    act.requester().equals(request.operator()) && FILE_NAME.equals(request.file()) &&
                    Digests.sha256Of(file(number)).equals(request.sha256());
                all.add(new Signed(act, request, answer, isOfThis && approvals.wasGenuine(request) &&
                    (null == answer || approvals.isGenuine(answer)), isTaken(number)));
            }
        }
        return all;
    }

    /**
     * Keeps an act where its venue goes on.
     *
     * @param act that was taken in a copy.
     * @param newDir data directory that is made of the copy.
     */
    public void keep(final Act act, final Path newDir)
    {
        final Path from = path(act.number());
        final Path to = newDir.resolve(DIRECTORY).resolve(from.getFileName());
        DiskAccess.run("cannot keep who has signed: directory=" + to, () ->
        {
            OwnDirectory.make(to.getParent());
            FileCopy.copyTree(from, to);
        });
    }

    private boolean isTaken(final int number)
    {
        return Files.exists(path(number).resolve(TAKEN));
    }

    private Act read(final int number) throws IOException
    {
        return Json.read(file(number), Act.class);
    }

    private Approvals approvals(final int number)
    {
        return new Approvals(path(number), register);
    }

    private Path file(final int number)
    {
        return path(number).resolve(FILE_NAME);
    }

    private Path path(final int number)
    {
        return directory.resolve(Integer.toString(number));
    }

    private static int last(final Path directory)
    {
        return numbers(directory).stream().reduce(0, Math::max);
    }

    /** Each member has its own. */
    private static int lastOfCopied(final Path backupDir)
    {
        return DiskAccess.list("cannot list what was copied: dir=" + backupDir, backupDir).stream()
            .filter((each) -> each.getFileName().toString().startsWith(FileCopy.DIRECTORY))
            .map((each) -> last(each.resolve(DIRECTORY))).reduce(0, Math::max);
    }

    /** Of those that are whole: a process may have died before it wrote one. */
    private static List<Integer> numbers(final Path directory)
    {
        if (!Files.isDirectory(directory))
        {
            return List.of();
        }
        return DiskAccess.list("cannot list acts: directory=" + directory, directory).stream()
            .filter(each -> each.getFileName().toString().matches("\\d{1,9}") &&
                Files.exists(each.resolve(FILE_NAME)))
            .map(each -> Integer.parseInt(each.getFileName().toString())).sorted().toList();
    }
}
