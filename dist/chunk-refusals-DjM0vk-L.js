// src/verify/refusals.ts
/**
* Findings that are raised where the gate refuses to go on, outside of any rule: nothing could be judged after them.
* Each has its page of documentation like a rule; the title says what is true where nothing is refused.
*/
const REFUSALS = [
	{
		id: "GG-STAMP-TRACKED",
		title: "The stamp file is not tracked by git"
	},
	{
		id: "GG-STAMP-STALE-MERGE-REF",
		title: "The checked-out commit is the event's head or a merge of it"
	},
	{
		id: "GG-EVENT-FOREIGN-CODE",
		title: "Code of a fork is not run where the repository's secrets are at hand"
	},
	{
		id: "GG-TREE-SPECIAL-FILE",
		title: "No FIFO, socket or device lies in the place of a stamped path"
	},
	{
		id: "GG-TREE-UNREADABLE-FILE",
		title: "Every stamped path can be read"
	},
	{
		id: "GG-TREE-UNSTABLE-FILE",
		title: "No path changes while it is hashed"
	},
	{
		id: "GG-TREE-BROKEN-REPOSITORY",
		title: "Every .git entry in the workspace leads to a repository"
	},
	{
		id: "GG-WORKSPACE-BUSY",
		title: "No other call of the gate works on this workspace"
	},
	{
		id: "GG-PATCH-DOES-NOT-APPLY",
		title: "The whole patch applies to the workspace"
	},
	{
		id: "GG-PATCH-UNSAFE-PATH",
		title: "The patch names no path outside of the work tree or inside of git"
	},
	{
		id: "GG-EVIDENCE-NOT-QUARANTINED",
		title: "Every leftover report could be moved out of the way"
	},
	{
		id: "GG-EVIDENCE-REPORT-REJECTED",
		title: "A report inspected alone is green, complete and readable"
	},
	{
		id: "GG-WORKTREE-PARENT-DIRTY",
		title: "The checkout that an isolated worktree is made from holds nothing uncommitted"
	},
	{
		id: "GG-WORKTREE-PARENT-LINK",
		title: "The folder in which worktrees are made is no link"
	},
	{
		id: "GG-WORKTREE-LINK",
		title: "A linked folder stays in the repository and holds no sources of the parent"
	},
	{
		id: "GG-WORKTREE-NOT-OWN",
		title: "A worktree that is removed is one that the gate made"
	},
	{
		id: "GG-WORKTREE-NOT-FINISHED",
		title: "A worktree that is removed belongs to a run that succeeded or was cancelled"
	},
	{
		id: "GG-WORKTREE-UNCAPTURED",
		title: "Everything in a worktree that is removed is captured"
	},
	{
		id: "GG-WORKTREE-PILE",
		title: "No more than a few worktrees of isolated runs are kept"
	},
	{
		id: "GG-BASELINE-ABSENT",
		title: "The base to compare with is in the local repository"
	},
	{
		id: "GG-PACKET-NOT-ACCEPTED",
		title: "A packet is made of an accepted verdict"
	},
	{
		id: "GG-PACKET-TREE-MOVED",
		title: "The work tree that a packet is made from is the one that was judged"
	},
	{
		id: "GG-PACKET-QUOTE",
		title: "Every quote in a packet is verbatim"
	},
	{
		id: "GG-PACKET-SECRET",
		title: "No secret is left in a finished packet"
	},
	{
		id: "GG-PACKET-BUNDLE",
		title: "Every bundle that a packet counts is accepted and of its tree"
	},
	{
		id: "GG-PACKET-INCOMPLETE",
		title: "The patch of a packet carries every changed path"
	},
	{
		id: "GG-POLICY-BASE-UNREAD",
		title: "The policy of the commit that a change is merged into can be read"
	},
	{
		id: "GG-DEMO-NOT-SHOWN",
		title: "The demo shows a rejection and an acceptance"
	},
	{
		id: "GG-VERDICT-INCOMPLETE",
		title: "Every rule of the step answered"
	}
];

export { REFUSALS as t };