export { listPartyActivity } from "#resources/parties/activity.ts";
export { writeNote } from "#resources/parties/note.ts";
export { retrieveParty } from "#resources/parties/retrieve.ts";
export { ActivityQuery, NewPartyNote, PartyActivity, PartyProfile } from "#resources/parties/schema.ts";
