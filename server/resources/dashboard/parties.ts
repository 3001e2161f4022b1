export { listPartyActivity } from "#resources/parties/activity.ts";
export { mergeParties } from "#resources/parties/merge.ts";
export { writeNote } from "#resources/parties/note.ts";
export { retrieveParty } from "#resources/parties/retrieve.ts";
export { ActivityQuery, NewPartyNote, PartyActivity, PartyProfile, PartyToMerge } from "#resources/parties/schema.ts";
