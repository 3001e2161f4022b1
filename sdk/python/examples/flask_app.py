"""A shop with Flask: `flask --app flask_app run`. It needs KOLO_URL, the keys and KOLO_WEBHOOK_SECRET."""

import os
import uuid

from flask import Flask, redirect, request
from kolo import Kolo, WebhookVerificationError, verify_webhook

app = Flask(__name__)
kolo = Kolo(
    url=os.environ["KOLO_URL"],
    public_key=os.environ["KOLO_PUBLIC_KEY"],
    private_key=os.environ["KOLO_PRIVATE_KEY"],
    app_name="flask-shop/1.0",
)


@app.post("/pay")
def pay():
    order = {"amount": 5_000, "currency": "XAF", "phone": request.form["phone"], "reference": f"order-{uuid.uuid4().hex}"}
    return redirect(kolo.payments.create(order).authorization_url, 303)


@app.post("/hooks/kolo")
def receive():
    try:
        # The signature covers the raw body, which get_data() returns, and not the parsed request.json.
        event = verify_webhook(request.get_data(), request.headers, os.environ["KOLO_WEBHOOK_SECRET"])
    except WebhookVerificationError:
        return "", 400
    # An event can arrive twice: store the ids of the events that you have processed.
    app.logger.info("%s %s", event.type, event.data["id"])
    return "", 200
