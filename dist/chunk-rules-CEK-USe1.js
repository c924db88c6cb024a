// src/workflows/rules.ts
/** What the doctor may find: ids and words. Each has its page like a rule of the verdict. */
const WORKFLOW_RULES = [
	{
		id: "GG-WORKFLOW-NO-GATE",
		title: "Some workflow calls the gate",
		why: "Without a step that judges, nothing keeps stale evidence from being merged."
	},
	{
		id: "GG-WORKFLOW-MALFORMED",
		title: "Every workflow can be read",
		why: "A workflow that cannot be read runs nothing, and nothing in it was looked at."
	},
	{
		id: "GG-WORKFLOW-NOT-FOLLOWED",
		title: "Everything that a workflow calls was looked at",
		why: "What lies in another repository, or is not there, may hold any of the other faults."
	},
	{
		id: "GG-WORKFLOW-AFTER-MERGE",
		title: "The gate runs before the merge",
		why: "A gate that runs on push alone finds out when it is too late."
	},
	{
		id: "GG-WORKFLOW-NO-MERGE-GROUP",
		title: "The gate runs in the merge queue",
		why: "What a queue merges is another tree than the pull request's. Without the event the required check never reports there, and the queue waits for ever or goes on without it."
	},
	{
		id: "GG-WORKFLOW-SKIPPABLE",
		title: "The job that decides is never left out",
		why: "GitHub counts a required check whose job was skipped as passed, and one that a path filter left out never reports."
	},
	{
		id: "GG-WORKFLOW-FAN-IN-SKIPPED",
		title: "A deciding job runs whatever became of the jobs it needs",
		why: "A job whose `needs` failed is skipped unless it says otherwise, and a skipped required check counts as passed: the red cell would merge the change."
	},
	{
		id: "GG-WORKFLOW-CONTINUE-ON-ERROR",
		title: "A rejection makes the check red",
		why: "With `continue-on-error` the job is green although its gate rejected."
	},
	{
		id: "GG-WORKFLOW-CREDENTIALS",
		title: "No token lies in a folder from which files are handed on",
		why: "A checkout leaves its token in the git configuration unless it is told not to, and an upload or a cache can carry it away."
	},
	{
		id: "GG-WORKFLOW-CHECKOUT-KEPT",
		title: "Every job begins with a wiped checkout",
		why: "What an earlier job left (bytecode, build outputs, reports, installs) is tested along with the change."
	},
	{
		id: "GG-WORKFLOW-ORDER",
		title: "The code is complete before the gate looks, and cells before they are gathered",
		why: "What changes after the stamp is not what was tested, and a fan-in that does not wait judges what happens to be there."
	},
	{
		id: "GG-WORKFLOW-OUTCOME",
		title: "The check is told how the tests of the workflow's own steps ended",
		why: "The gate did not see them end. Without their outcome it rejects every time; a word written by hand says the same however they end; and `conclusion` is success where `continue-on-error` hides a failure."
	},
	{
		id: "GG-WORKFLOW-MUTABLE-REF",
		title: "Actions beside the gate are named by commit",
		why: "Whoever can move a tag or a branch changes what runs in the job, in the same folder as the tests and before anybody looks."
	},
	{
		id: "GG-WORKFLOW-FOREIGN-CODE",
		title: "No workflow that holds secrets checks out a stranger's code",
		why: "`pull_request_target` and `workflow_run` have the repository's secrets and a token that writes; a test of the pull request's head can read and use both."
	},
	{
		id: "GG-WORKFLOW-NO-BASE",
		title: "The base that a run is compared with is fetched",
		why: "A checkout fetches one commit. A base that is not there rejects every time."
	},
	{
		id: "GG-WORKFLOW-PERMISSIONS",
		title: "The token of a job with the gate may do what it is asked for, and no more",
		why: "The tested code runs beside the token. One that writes can push; one that may not attest or write checks leaves that part out."
	}
];
function workflowRule(id) {
	const rule = WORKFLOW_RULES.find((one) => one.id === id);
	if (rule === void 0) throw new TypeError(`No rule of the doctor is called ${id}`);
	return rule;
}

export { workflowRule as n, WORKFLOW_RULES as t };