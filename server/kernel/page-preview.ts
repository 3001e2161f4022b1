/** The title and the description of a page before its script runs. Chats show them beside an address that somebody sent. */
export interface PagePreview {
  readonly language: string;
  readonly title: string;
  readonly site_name: string;
  readonly description: string;
  /** The address of a picture; null for none. */
  readonly image: string | null;
}
