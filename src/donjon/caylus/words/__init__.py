"""What Caylus says to people: buttons, prompts, explanations; and how it reads what they write."""
