"""Templates of strangers: what they may do, and what they may not."""

import pytest

from loreglass.domain.context.sandbox import printed, render
from loreglass.domain.context.sandbox_limits import Shown, Value
from loreglass.domain.errors import TemplateFault

VALUES: dict[str, Value] = {
    "char": "Pike",
    "memory": 'A <bell> & "it\'s" {{ char }} {% for %}',
    "empty": "",
    "chat": tuple(Shown(fields={"name": f"N{index}", "text": f"t{index}"}) for index in range(3)),
    "outlets": Shown(fields={"tides": "High."}, missing=""),
    "long": "x" * 10_001,
    "big": "y" * 600_000,
}


def fault(source: str) -> TemplateFault:
    with pytest.raises(TemplateFault) as caught:
        render(source, VALUES)
    return caught.value


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("{% for m in chat %}{{ loop.index }}/{{ loop.length }} {{ m.name }}: {{ m.text }}\n{% endfor %}", None),
        ("{% if empty %}a{% elif char %}b{% else %}c{% endif %}", "b"),
        ("{% set x = 1 %}{{ x + 2 * 3 - 4 / 2 }} {{ 7 // 2 }} {{ 2 ** 10 }}", "5.0 3 1024"),
        ("{{ char ~ '-' ~ 1 }} {{ 'a' + 'b' }}", "Pike-1 ab"),
        ("{{ 'x' if 'ik' in char and not empty else 'y' }}", "x"),
        ("{{ chat[0].name }} {{ chat[-1]['text'] }} {{ char[1:3] }} {{ chat[1:] | length }}", "N0 t2 ik 2"),
        ("{{ chat | join(', ', attribute='name') }}", "N0, N1, N2"),
        ("{{ char | upper | lower | replace('p', 'q') | title | trim | reverse }}", "ekiQ"),
        ("{{ nobody | default('none') }} {{ nobody is defined }}", "none False"),
        ("{{ (3, 1, 2) | sort | join('') }} {{ '12' | int + 1 }} {{ 2.345 | round(1) }}", "123 13 2.3"),
        ("{{ outlets.tides }}{{ outlets.none }}", "High."),
        ("{% for m in chat if m.name != 'N1' %}{{ m.name }}{% else %}-{% endfor %}", "N0N2"),
        ("{# a note #}{% raw %}{{ x }}{% endraw %}{%- set q = 3 -%}\n {{ q }}", "{{ x }}3"),
        ("{{ (2 ** 4095) // (2 ** 4094) }}", "2"),
        ("{{ 4 is even }} {{ 4 is divisibleby 3 }}", "True False"),
    ],
)
def test_templates_may(source: str, text: str | None) -> None:
    expected = "1/3 N0: t0\n2/3 N1: t1\n3/3 N2: t2\n" if text is None else text
    assert render(source, VALUES) == expected


def test_every_printed_value_is_escaped_once_and_read_as_data() -> None:
    told = "A &lt;bell&gt; &amp; &#34;it&#39;s&#34; {{ char }} {% for %}"
    assert render("<m>{{ memory }}</m>", VALUES) == f"<m>{told}</m>"
    assert render("{{ memory ~ '' }}", VALUES) == render("{{ (memory,) | join }}", VALUES) == told
    assert render("{% set x = memory %}{{ x }}{{ '<' }}", VALUES) == f"{told}&lt;"
    assert printed(str(VALUES["memory"])) == told


@pytest.mark.parametrize(
    "source",
    [
        "{{ ''.__class__.__mro__ }}",
        "{{ char.__class__ }}",
        "{{ char['__class__'] }}",
        "{{ chat.__getitem__ }}",
        "{{ chat[0].fields }}",
        "{{ chat[0].get }}",
        "{{ loop.__class__ }}",
        "{% for m in chat %}{{ loop._iterator }}{% endfor %}",
        "{{ char.upper() }}",
        "{{ char.format }}",
        "{{ '%s' % char }}",
        "{{ range(3) }}",
        "{{ lipsum }}",
        "{{ cycler }}",
        "{{ self }}",
        "{{ self.__init__ }}",
        "{{ _x }}",
        "{{ context }}",
        "{% macro f() %}{% endmacro %}",
        "{% include 'x' %}",
        "{% import 'x' as y %}",
        "{% extends 'x' %}",
        "{% block a %}{% endblock %}",
        "{% call f() %}{% endcall %}",
        "{% filter upper %}a{% endfilter %}",
        "{% set x %}a{% endset %}",
        "{% autoescape false %}{{ memory }}{% endautoescape %}",
        "{% for m in chat recursive %}{% endfor %}",
        "{{ memory | safe }}",
        "{{ chat | map(attribute='__class__') | join }}",
        "{{ chat | join('', attribute='__class__') }}",
        "{{ memory | attr('__class__') }}",
        "{{ char | format(1) }}",
        "{{ {'a': 1} }}",
        "{{ chat | join(*chat) }}",
        "{{ chat }}",
        "{{ chat[0] }}",
        "{{ '%100000000d' is even }}",
        "{{ nobody }}",
        "{% if not nobody %}shared{% endif %}",
        "{% if nobody == 1 %}a{% endif %}",
        "{{ chat[7].text }}",
        "{{ unclosed",
        "{% if char %}",
    ],
)
def test_templates_may_not(source: str) -> None:
    assert "\n" not in str(fault(source))


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("{% for a in long %}{% endfor %}", "more than 10,000 items"),
        ("{% for a in long[1:] %}{% for b in long[1:] %}{% endfor %}{% endfor %}", "more than 100,000 steps"),
        ("{% set a = big ~ big %}", "more than 1,000,000 characters"),
        ("{% set a = big + big %}", "more than 1,000,000 characters"),
        ("{{ big }}{{ big }}", "more than 1,000,000 characters"),
        ("{% for a in long[:2000] %}" + "z" * 1000 + "{% endfor %}", "more than 1,000,000 characters"),
        ("{% for a in long[1:] %}{% set b = big[1:] %}{% endfor %}", "more than 100,000 steps"),
        ("{% for a in long[1:] %}{% if 'x' in big %}{% endif %}{% endfor %}", "more than 100,000 steps"),
        ("{% for a in long[1:] %}{% set b = big | upper %}{% endfor %}", "more than 100,000 steps"),
        ("{% for a in long[1:] %}" + "{% if char %}{% endif %}" * 300 + "{% endfor %}", "more than 100,000 steps"),
        ("{{ big | replace('y', 'zz') }}", "too long"),
        ("{{ 'a' * 1000000000 }}", "numbers"),
        ("{{ (2 ** 4000) * (2 ** 4000) }}", "4,096 bits"),
        ("{{ 2 ** 10000000000 }}", "4,096 bits"),
        ("{{ 2 ** 4096 }}", "4,096 bits"),
        ("{{ " + "9" * 1500 + " }}", "4,096 bits"),
        ("{{ " + "(" * 51 + "1" + ")" * 51 + " }}", "50 deep"),
        ("{{ " + "not " * 60 + "1 }}", "50 deep"),
        ("{{ " + "1 if 1 else " * 60 + "1 }}", "50 deep"),
        ("{% if 1 %}" * 60 + "{% endif %}" * 60, "50 deep"),
        ("{{ 1" + " or 1" * 120 + " }}", "too deep"),
        ("{{ char" + " | upper" * 120 + " }}", "too deep"),
        ("{% for a in char %}" * 30 + "{% endfor %}" * 30, "too deep"),
        ("{{ '" + "a" * 2001 + "' }}", "longer than 2,000"),
        ("{{ char }}" * 2001, "2,000 tags"),
        ("a" * 100_001, "100,000 characters"),
        ("{% set l = [big, big, big] %}" + "{% set l = l + l %}" * 10 + "{{ l | join('-') }}", "1,000,000 characters"),
        ("{% set l = [big, big] %}" + "{% set l = l + l %}" * 10 + "{{ l == l }}", "100,000 steps"),
        ("{{ [[big]] == [[big]] }}", "lists in lists"),
        ("{{ 1 / 0 }}", "zero"),
        ("{{ 10 ** 400 * 1.5 }}", "large"),
    ],
)
def test_limits_are_counted_and_named(source: str, reason: str) -> None:
    assert reason in fault(source).reason


def test_a_fault_names_its_line() -> None:
    assert fault("a\n\n{{ nobody }}").line == 3
    assert fault("a\n{% for m in chat %}\n{{ m.text }}\n{{ m.none }}{% endfor %}").line == 4
    assert fault("a\n{% include 'x' %}").line == 2
    assert fault("a\n{{ char | safe }}").line == 2


def test_what_one_render_spends_another_has() -> None:
    source = "{% for a in long[1:] %}{% for b in chat %}{% endfor %}{% endfor %}"
    assert render(source, VALUES) == render(source, VALUES) == ""
