"""A shop's views with Django. Settings: KOLO (url, public_key, private_key) and KOLO_WEBHOOK_SECRET.

urlpatterns = [path("pay", django_views.pay), path("hooks/kolo", django_views.receive)]
"""

import logging
import uuid

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST
from kolo import Kolo, WebhookVerificationError, verify_webhook

kolo = Kolo(**settings.KOLO)


@require_POST
def pay(request: HttpRequest) -> HttpResponse:
    order = {"amount": 5_000, "currency": "XAF", "phone": request.POST["phone"], "reference": f"order-{uuid.uuid4().hex}"}
    return HttpResponseRedirect(kolo.payments.create(order).authorization_url)


# Kolo has no CSRF token: the signature proves who sent the request.
@csrf_exempt
@require_POST
def receive(request: HttpRequest) -> HttpResponse:
    try:
        event = verify_webhook(request.body, request.headers, settings.KOLO_WEBHOOK_SECRET)
    except WebhookVerificationError:
        return HttpResponse(status=400)
    # An event can arrive twice: store the ids of the events that you have processed.
    logging.getLogger(__name__).info("%s %s", event.type, event.data["id"])
    return HttpResponse(status=200)
