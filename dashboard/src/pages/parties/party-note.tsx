import { Button } from "@kolo/ui/button.tsx";
import { useEffect, useId, useRef, useState } from "react";
import type { PartyProfile } from "#app/api-types.ts";
import { useMerchantContext } from "#app/merchant-context.ts";
import { usePartyMessages } from "#i18n/party-messages.ts";
import { Time } from "#ui/cells.tsx";
import { FieldFrame, Form } from "#ui/form.tsx";

interface PartyNoteProps {
  readonly id: string;
  readonly note: PartyProfile["note"];
  readonly reload: () => void;
}

/** The business's own note about a customer or beneficiary. An empty note is removed. */
export function PartyNote({ id, note, reload }: PartyNoteProps) {
  const messages = usePartyMessages();
  const context = useMerchantContext();
  const [is_open, setOpen] = useState(false);
  return (
    <section className="party-note" aria-labelledby="note">
      <h2 id="note">{messages.note}</h2>
      {is_open ? (
        <NoteForm
          text={note?.text ?? ""}
          send={(text) => context.send("PUT /{environment}/parties/{id}/note", { params: { id }, body: { text } })}
          onDone={() => {
            setOpen(false);
            reload();
          }}
          onCancel={() => setOpen(false)}
        />
      ) : (
        <>
          {note && (
            <>
              <p className="party-note-text">{note.text}</p>
              <p className="quiet">
                {messages.note_of(note.written_by)} <Time at={note.written_at} />
              </p>
            </>
          )}
          {!note && <p className="quiet">{messages.note_hint}</p>}
          {context.hasRight("charge") && (
            <Button onClick={() => setOpen(true)}>{note ? messages.edit_note : messages.write_note}</Button>
          )}
        </>
      )}
    </section>
  );
}

// The service's limit.
const NOTE_MAX = 2_000;

interface NoteFormProps {
  readonly text: string;
  readonly send: (text: string) => ReturnType<ReturnType<typeof useMerchantContext>["send"]>;
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

function NoteForm({ text: before, send, onDone, onCancel }: NoteFormProps) {
  const messages = usePartyMessages();
  const [text, setText] = useState(before);
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <>
      <Form label={messages.note} button={messages.save_note} send={() => send(text)} onDone={onDone}>
        {(errors) => (
          <FieldFrame id={id} label={messages.note} help={messages.note_hint} error={errors.text}>
            {(attributes) => (
              <textarea
                {...attributes}
                ref={field}
                name="text"
                rows={5}
                maxLength={NOTE_MAX}
                value={text}
                onChange={(event) => setText(event.currentTarget.value)}
              />
            )}
          </FieldFrame>
        )}
      </Form>
      <Button tone="quiet" onClick={onCancel}>
        {messages.cancel_note}
      </Button>
    </>
  );
}
